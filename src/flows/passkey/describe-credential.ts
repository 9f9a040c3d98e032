import { toBase64url } from '../../crypto/base64.js'
import type { AdapterAuthenticator } from '../../model/adapter.js'
import type { CredentialDescriptor } from '../../webauthn/options.js'

/** Describes a stored credential for the options of a ceremony. */
export function describeCredential({
  credentialID,
  transports,
}: AdapterAuthenticator): CredentialDescriptor {
  return { ...describeId(credentialID), ...(transports && { transports: transports.split(',') }) }
}

/** Describes a credential without its transports. */
export function describeId(id: string): CredentialDescriptor {
  return { id: toBase64url(id), type: 'public-key' }
}
