import { describe, expect, it } from 'vitest'
import { decideLink, isSameUser, type LinkFacts } from '../../../src/flows/link-account.js'
import type { AdapterUser } from '../../../src/model/adapter.js'

const verified = new Date(0)
const ada: AdapterUser = { id: '1', email: 'ada@example.test', emailVerified: verified }
const bob: AdapterUser = { id: '2', email: 'bob@example.test', emailVerified: verified }
const unproven: AdapterUser = { ...ada, emailVerified: null }

const stranger: LinkFacts = {
  owner: null,
  linkingUser: null,
  addressOwner: null,
  addressClaim: 'silent',
  mayLinkByAddress: false,
  keepsUnproven: false,
}
const claims = ['verified', 'disbelieved', 'silent', 'denied'] as const

/** All values of what is said to make no difference. */
function everyWay(fixed: Partial<LinkFacts>): LinkFacts[] {
  const flags = [false, true]
  const people = 'addressOwner' in fixed ? [fixed.addressOwner ?? null] : [null, ada, unproven, bob]
  return people.flatMap((addressOwner) =>
    claims.flatMap((addressClaim) =>
      flags.map((mayLinkByAddress) =>
        Object.assign({}, stranger, { addressClaim, mayLinkByAddress }, fixed, { addressOwner }),
      ),
    ),
  )
}

describe('decideLink', () => {
  it('the owner enters, whatever else is known', () => {
    for (const facts of everyWay({ owner: ada })) {
      expect(decideLink(facts)).toEqual({ kind: 'enter', user: ada })
    }
  })

  it('the owner who asks to link what is linked already enters', () => {
    for (const facts of everyWay({ owner: ada, linkingUser: { ...ada } })) {
      expect(decideLink(facts)).toEqual({ kind: 'enter', user: ada })
    }
  })

  it('an account that another user has is never linked to the current user', () => {
    for (const facts of everyWay({ owner: ada, linkingUser: bob })) {
      expect(decideLink(facts)).toEqual({ kind: 'refuse-account' })
    }
  })

  it('a new account is linked to the current user, even if another user has its address', () => {
    for (const facts of everyWay({ linkingUser: bob })) {
      expect(decideLink(facts)).toEqual({ kind: 'link', user: bob })
    }
  })

  it('a new account with a free address, or none, is a new user', () => {
    for (const facts of everyWay({ addressOwner: null })) {
      expect(decideLink(facts)).toEqual({ kind: 'register' })
    }
  })

  it.each(['verified', 'disbelieved', 'silent'] as const)(
    'links by address to a user who proved it when linking is on and the provider is %s',
    (addressClaim) => {
      const facts = { ...stranger, addressClaim, mayLinkByAddress: true, addressOwner: ada }
      expect(decideLink(facts)).toEqual({ kind: 'link', user: ada })
    },
  )

  it.each([
    ['denied', ada, 'provider-denies'],
    ['denied', unproven, 'provider-denies'],
    ['disbelieved', unproven, 'may-not-vouch'],
    ['silent', unproven, 'both-unproven'],
  ] as const)(
    'refuses an address that the provider has %s, and says why',
    (addressClaim, addressOwner, reason) => {
      const facts = { ...stranger, addressClaim, mayLinkByAddress: true, addressOwner }
      expect(decideLink(facts)).toEqual({ kind: 'refuse-address', user: addressOwner, reason })
    },
  )

  it('refuses every address that it does not take over while linking is off', () => {
    for (const addressClaim of claims) {
      for (const addressOwner of [ada, unproven]) {
        if (addressClaim === 'verified' && addressOwner === unproven) continue
        const facts = { ...stranger, addressClaim, addressOwner }
        const refusal = { kind: 'refuse-address', user: addressOwner, reason: 'linking-off' }
        expect(decideLink(facts)).toEqual(refusal)
      }
    }
  })

  it('a vouched address takes nothing from a user who keeps what is unproven', () => {
    const facts = { ...stranger, addressOwner: unproven, keepsUnproven: true } as const
    const decide = (addressClaim: LinkFacts['addressClaim'], mayLinkByAddress: boolean) =>
      decideLink({ ...facts, addressClaim, mayLinkByAddress })
    const refusal = { kind: 'refuse-address', user: unproven, reason: 'linking-off' }
    expect(decide('verified', true)).toEqual({ kind: 'prove-and-link', user: unproven })
    expect(decide('verified', false)).toEqual(refusal)
    for (const claim of ['disbelieved', 'silent', 'denied'] as const) {
      expect(decide(claim, true).kind).toBe('refuse-address')
      expect(decide(claim, false)).toEqual(refusal)
    }
    const proven = { ...facts, addressOwner: ada, addressClaim: 'verified' } as const
    expect(decideLink({ ...proven, mayLinkByAddress: true })).toEqual({ kind: 'link', user: ada })
  })

  it.each([
    ['null', null],
    ['undefined', undefined],
    ['true', true],
    ['text that is not a date', 'yes'],
    ['an invalid date', new Date(Number.NaN)],
  ])('a vouched address takes over a user whose `emailVerified` is %s', (_, emailVerified) => {
    const addressOwner = { ...ada, emailVerified } as AdapterUser
    for (const mayLinkByAddress of [true, false]) {
      const facts = {
        ...stranger,
        addressClaim: 'verified',
        mayLinkByAddress,
        addressOwner,
      } as const
      expect(decideLink(facts)).toEqual({ kind: 'take-over', user: addressOwner })
    }
  })

  it('two ids are the same user if one is the number and the other its text, and no other ids are', () => {
    const numeric = { ...ada, id: 1 as unknown as string }
    expect(isSameUser(ada, numeric)).toBe(true)
    expect(isSameUser(ada, { ...ada, id: 1n as unknown as string })).toBe(true)
    expect(isSameUser(ada, bob)).toBe(false)
    expect(isSameUser(ada, { ...ada, id: '01' })).toBe(false)
  })
})
