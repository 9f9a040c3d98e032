import { authenticationMethod } from './client-authentication.js'
import type { RelyingParty } from './relying-party.js'

/** Returns what to check when the provider refuses the client. */
export function adviseClient(party: RelyingParty): string {
  const method = authenticationMethod(party)
  const where = `of the provider "${party.id}"`
  switch (method) {
    case 'private_key_jwt':
      return `Check \`clientId\` ${where}, and that the service has the public key of \`token.clientPrivateKey\`${keyId(party)}. If both are right, set \`token.assertionAudience\` to the value that the service expects.`
    case 'none':
      return `Check \`clientId\` ${where}. No secret is sent. If the service gave you one, set \`clientSecret\` and \`client.token_endpoint_auth_method\`.`
    default:
      return `Check \`clientId\` and \`clientSecret\` ${where}. They are sent as ${method}. If the service expects another method, set \`client.token_endpoint_auth_method\`.`
  }
}

/** Returns the options that authenticate the client, for a log line about an answer of the provider. */
export function clientOptions(party: RelyingParty): string {
  switch (authenticationMethod(party)) {
    case 'private_key_jwt':
      return '`clientId`, `token.clientPrivateKey`'
    case 'none':
      return '`clientId`'
    default:
      return '`clientId`, `clientSecret`'
  }
}

function keyId({ token: { clientPrivateKey: key } }: RelyingParty): string {
  return key && 'kid' in key ? ` with the key id "${key.kid}"` : ''
}
