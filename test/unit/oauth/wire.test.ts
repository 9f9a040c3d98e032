import {
  allowInsecureRequests,
  clockTolerance,
  customFetch,
  None,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
  type DPoPHandle,
} from 'oauth4webapi'
import { describe, expect, it } from 'vitest'
import { createProofKey } from '../../../src/oauth/dpop.js'
import { createOAuthMemory } from '../../../src/oauth/oauth-memory.js'
import { toClient, withProof, type RequestOptions } from '../../../src/oauth/wire.js'
import { partyOf } from './relying-party.js'

const send = async (): Promise<Response> => new Response()

describe('the client as the protocol library wants it', () => {
  it('has what the config says, its name, and patience with clocks', () => {
    const client = { id_token_signed_response_alg: 'ES256', default_max_age: undefined }
    expect(toClient(partyOf({ client }))).toStrictEqual({
      id_token_signed_response_alg: 'ES256',
      client_id: 'client-1',
      [clockTolerance]: 60,
    })
  })
})

describe('a request with proof of possession', () => {
  it('has none without a key', async () => {
    const seen: RequestOptions[] = []
    await withProof(partyOf(), undefined, send, async (options) => void seen.push(options))
    expect(seen).toHaveLength(1)
    expect(seen[0]?.[customFetch]).toBe(send)
    // The library would refuse http on this machine, which `callOut` allows.
    expect(seen[0]?.[allowInsecureRequests]).toBe(true)
    expect(seen[0]).not.toHaveProperty('DPoP')
  })

  const memory = createOAuthMemory()

  async function proofOf(key: string): Promise<DPoPHandle | undefined> {
    return withProof(partyOf({ memory }), key, send, async ({ DPoP }) => DPoP)
  }

  it('keeps what is known about a key, with the nonces of servers', async () => {
    const [one, two] = [await createProofKey(), await createProofKey()]
    const known = await proofOf(one)
    expect(known).toBeDefined()
    expect(await proofOf(one)).toBe(known)
    expect(await proofOf(two)).not.toBe(known)
  })

  it('forgets the oldest of two hundred keys', async () => {
    const keys = await Promise.all(Array.from({ length: 202 }, () => createProofKey()))
    const [oldest = '', second = '', ...others] = keys
    const first = await proofOf(oldest)
    const next = await proofOf(second)
    for (const key of others.slice(0, 198)) await proofOf(key)
    expect(memory.proofs.size).toBe(200)
    expect(await proofOf(second)).toBe(next)
    await proofOf(keys[200] ?? '')
    expect(await proofOf(oldest)).not.toBe(first)
  })

  it('is made once when it fails for another reason than a nonce', async () => {
    let times = 0
    const request = (): Promise<never> => {
      times += 1
      return Promise.reject(new Error('refused'))
    }
    const key = await createProofKey()
    await expect(withProof(partyOf(), key, send, request)).rejects.toThrow('refused')
    expect(times).toBe(1)
  })

  it('is made twice at most if the server never accepts its own nonce', async () => {
    const answers: Response[] = []
    const key = await createProofKey()
    const refuse = async (): Promise<Response> => {
      const headers = { 'dpop-nonce': `nonce ${answers.length}` }
      const answer = Response.json({ error: 'use_dpop_nonce' }, { status: 400, headers })
      answers.push(answer)
      return answer
    }
    const server = { issuer: 'https://op.test', token_endpoint: 'https://op.test/token' }
    const client = { client_id: 'x' }
    const ask = withProof(partyOf(), key, refuse, async (options) => {
      const sent = await refreshTokenGrantRequest(server, client, None(), 'old', options)
      return processRefreshTokenResponse(server, client, sent)
    })
    await expect(ask).rejects.toThrow()
    expect(answers).toHaveLength(2)
  })
})
