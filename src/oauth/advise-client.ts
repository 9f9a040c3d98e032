import { authenticationMethod } from './client-authentication.js'
import type { RelyingParty } from './relying-party.js'

/** Returns what to check when the provider refuses the client. */
export function adviseClient(party: RelyingParty): string {
  const method = authenticationMethod(party)
  const where = `of the provider "${party.id}"`
  switch (method) {
    case 'private_key_jwt':
      return `Check \`clientId\` ${where}, and that the service has the public key of \`token.clientPrivateKey\`${keyId(party)}. If it has, try \`token.assertionAudience\`.`
    case 'none':
      return `Check \`clientId\` ${where}; no secret is sent. If the service gave you one, set \`clientSecret\` and \`client.token_endpoint_auth_method\`.`
    default:
      return `Check \`clientId\` and \`clientSecret\` ${where}; they are sent as ${method} (\`client.token_endpoint_auth_method\`).`
  }
}

function keyId({ token: { clientPrivateKey: key } }: RelyingParty): string {
  return key && 'kid' in key ? ` under the id "${key.kid}"` : ''
}
