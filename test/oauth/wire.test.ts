import { allowInsecureRequests, clockTolerance, customFetch, type DPoPHandle } from 'oauth4webapi'
import { describe, expect, it } from 'vitest'
import { toClient, withProof, type RequestOptions } from '../../src/oauth/wire.js'
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
  it('has none unless it is asked for', async () => {
    const seen: RequestOptions[] = []
    await withProof(partyOf(), send, async (options) => void seen.push(options))
    expect(seen).toHaveLength(1)
    expect(seen[0]?.[customFetch]).toBe(send)
    // The library would refuse http on this machine, which `callOut` allows.
    expect(seen[0]?.[allowInsecureRequests]).toBe(true)
    expect(seen[0]).not.toHaveProperty('DPoP')
  })

  async function proofOf(changes: Parameters<typeof partyOf>[0]): Promise<DPoPHandle | undefined> {
    return withProof(partyOf({ dpop: true, ...changes }), send, async ({ DPoP }) => DPoP)
  }

  it('is bound to one key a client', async () => {
    const known = await proofOf({})
    expect(known).toBeDefined()
    expect(await proofOf({})).toBe(known)
    expect(await proofOf({ id: 'other' })).not.toBe(known)
    expect(await proofOf({ clientId: 'other' })).not.toBe(known)
    expect(await proofOf({ issuer: 'https://other.test' })).not.toBe(known)
    expect(await proofOf({ issuer: undefined })).not.toBe(known)
  })

  it('is bound to the keys of two hundred clients: that of the oldest goes first', async () => {
    const first = await proofOf({ id: 'client 0' })
    for (let at = 1; at < 200; at++) await proofOf({ id: `client ${at}` })
    expect(await proofOf({ id: 'client 0' })).toBe(first)
    const second = await proofOf({ id: 'client 1' })
    await proofOf({ id: 'one more' })
    expect(await proofOf({ id: 'client 1' })).toBe(second)
    expect(await proofOf({ id: 'client 0' })).not.toBe(first)
  })

  it('is made once when it fails for another reason than a nonce', async () => {
    let times = 0
    const request = (): Promise<never> => {
      times += 1
      return Promise.reject(new Error('refused'))
    }
    await expect(withProof(partyOf({ dpop: true }), send, request)).rejects.toThrow('refused')
    expect(times).toBe(1)
  })
})
