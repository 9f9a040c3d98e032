import type { ProviderState } from './provider-state.js'
import type { Claims } from './signing-key.js'

/** The discovery document. @see OpenID Connect Discovery 1.0, section 3 */
export function describeProvider(state: ProviderState): Claims {
  return {
    issuer: state.issuer,
    authorization_endpoint: state.addressOf('authorization'),
    token_endpoint: state.addressOf('token'),
    userinfo_endpoint: state.addressOf('userinfo'),
    jwks_uri: state.addressOf('jwks'),
    end_session_endpoint: state.addressOf('endSession'),
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'form_post'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    subject_types_supported: ['public'],
    scopes_supported: ['openid', 'profile', 'email'],
    id_token_signing_alg_values_supported: ['ES256'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: state.client.clientSecret
      ? ['client_secret_basic', 'client_secret_post']
      : ['none'],
    authorization_response_iss_parameter_supported: true,
  }
}
