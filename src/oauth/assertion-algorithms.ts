/**
 * Returns the names of the algorithm with which a private key signs client assertions. The
 * preferred name comes first.
 */
export function assertionAlgorithms({ algorithm }: CryptoKey): readonly string[] {
  const { name, hash, namedCurve } = algorithm as KeyDetails
  const bits = hash?.name.replace('SHA-', '') ?? ''
  switch (name) {
    case 'RSA-PSS':
      return [`PS${bits}`]
    case 'RSASSA-PKCS1-v1_5':
      return [`RS${bits}`]
    case 'ECDSA':
      return [curveAlgorithms[namedCurve ?? ''] ?? ''].filter(Boolean)
    case 'Ed25519':
      // RFC 9864 introduced the name `Ed25519`, which not every server supports.
      return ['Ed25519', 'EdDSA']
    default:
      return []
  }
}

interface KeyDetails {
  readonly name: string
  readonly hash?: { readonly name: string }
  readonly namedCurve?: string
}

const curveAlgorithms: Readonly<Record<string, string>> = {
  'P-256': 'ES256',
  'P-384': 'ES384',
  'P-521': 'ES512',
}
