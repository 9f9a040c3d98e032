import { createOAuthMemory } from '../../../src/oauth/oauth-memory.js'
import type { RelyingParty } from '../../../src/oauth/relying-party.js'

const memory = createOAuthMemory()

/** A client as the protocol sees it; whatever a test does not say is left out. */
export function partyOf(changes: Partial<RelyingParty> = {}): RelyingParty {
  const fetch = changes.fetch ?? (() => Promise.reject(new Error('There is no server.')))
  const endpoint = { url: undefined, params: {}, request: undefined }
  return {
    id: 'op',
    type: 'oidc',
    clientId: 'client-1',
    clientSecret: 'a secret',
    client: {},
    issuer: 'https://op.test',
    instance: undefined,
    isIssuerChosenByApp: true,
    wellKnown: undefined,
    jwksUri: undefined,
    revocationUrl: undefined,
    expectedIssuer: undefined,
    authorization: { ...endpoint, receive: undefined },
    token: {
      ...endpoint,
      prepare: undefined,
      conform: undefined,
      clientPrivateKey: undefined,
      assertionAudience: undefined,
    },
    decryptionKey: undefined,
    userinfo: { ...endpoint, prepare: undefined },
    checks: new Set(),
    profileFromIdToken: true,
    scopeSeparator: undefined,
    offlineParams: undefined,
    pushedRequests: false,
    endsSession: false,
    dpop: false,
    signedResponses: false,
    requiredAcr: [],
    memory,
    warn: () => {},
    httpHosts: [],
    fetch,
    cacheKey: fetch,
    ...changes,
  }
}
