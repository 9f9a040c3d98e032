import { compactDecrypt } from 'jose'
import { OAuthResponseInvalid } from '../errors/oauth-errors.js'
import { decryptionAlgorithms } from './decryption-algorithms.js'
import type { RelyingParty } from './relying-party.js'

/**
 * Returns the signed ID token inside an encrypted one. If `decryptionKey` is set, the provider must
 * encrypt.
 *
 * @see OpenID Connect Core, section 3.1.3.7
 */
export async function decryptIdToken(party: RelyingParty, idToken: string): Promise<string> {
  const { id, client, decryptionKey } = party
  if (!decryptionKey) return idToken
  if (idToken.split('.').length !== 5) {
    throw new OAuthResponseInvalid(
      `ID token: it is not encrypted, but the provider "${id}" has a \`decryptionKey\`. Turn encryption on there, or remove the key.`,
    )
  }
  const { id_token_encrypted_response_alg: alg, id_token_encrypted_response_enc: enc } = client
  try {
    const key = 'key' in decryptionKey ? decryptionKey.key : decryptionKey
    const { plaintext } = await compactDecrypt(idToken, key, {
      keyManagementAlgorithms: alg === undefined ? [...decryptionAlgorithms] : [alg],
      ...(enc !== undefined && { contentEncryptionAlgorithms: [enc] }),
    })
    return new TextDecoder().decode(plaintext)
  } catch (cause) {
    throw new OAuthResponseInvalid(
      `ID token: \`decryptionKey\` of the provider "${id}" cannot decrypt it. Check that the service has the public half of this key, and \`client.id_token_encrypted_response_alg\`.`,
      { cause },
    )
  }
}
