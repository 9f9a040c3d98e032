import { describe, expect, it } from 'vitest'
import { decideLink, isSameUser, type LinkFacts } from '../../src/flows/link-account.js'
import type { AdapterUser } from '../../src/model/adapter.js'

const verified = new Date(0)
const ada: AdapterUser = { id: '1', email: 'ada@example.test', emailVerified: verified }
const bob: AdapterUser = { id: '2', email: 'bob@example.test', emailVerified: verified }
const unproven: AdapterUser = { ...ada, emailVerified: null }

const stranger: LinkFacts = {
  owner: null,
  asker: null,
  namesake: null,
  isAddressProven: false,
  mayLinkByAddress: false,
}
const allowed = { isAddressProven: true, mayLinkByAddress: true }

/** All values of what is said to make no difference. */
function everyWay(fixed: Partial<LinkFacts>): LinkFacts[] {
  const flags = [false, true]
  const people = 'namesake' in fixed ? [fixed.namesake ?? null] : [null, ada, unproven, bob]
  return people.flatMap((namesake) =>
    flags.flatMap((isAddressProven) =>
      flags.map((mayLinkByAddress) =>
        Object.assign({}, stranger, { isAddressProven, mayLinkByAddress }, fixed, { namesake }),
      ),
    ),
  )
}

describe('whose an account is', () => {
  it('the owner enters, whatever else is known', () => {
    for (const facts of everyWay({ owner: ada })) {
      expect(decideLink(facts)).toEqual({ kind: 'enter', user: ada })
    }
  })

  it('the owner who asks to link what is linked already enters', () => {
    for (const facts of everyWay({ owner: ada, asker: { ...ada } })) {
      expect(decideLink(facts)).toEqual({ kind: 'enter', user: ada })
    }
  })

  it('an account that somebody else has is never linked to the asker', () => {
    for (const facts of everyWay({ owner: ada, asker: bob })) {
      expect(decideLink(facts)).toEqual({ kind: 'refuse', because: 'account-taken' })
    }
  })

  it('a new account is linked to whoever asked, whoever has its address', () => {
    for (const facts of everyWay({ asker: bob })) {
      expect(decideLink(facts)).toEqual({ kind: 'link', user: bob })
    }
  })

  it('a new account with a free address, or none, is a new user', () => {
    for (const facts of everyWay({ namesake: null })) {
      expect(decideLink(facts)).toEqual({ kind: 'register' })
    }
  })

  it('links by address when both sides have proven it and the application allows it', () => {
    const facts = { ...stranger, ...allowed, namesake: ada }
    expect(decideLink(facts)).toEqual({ kind: 'link', user: ada })
  })

  it.each<[string, Partial<LinkFacts>]>([
    ['nothing is proven or allowed', { isAddressProven: false, mayLinkByAddress: false }],
    ['the application does not allow it', { mayLinkByAddress: false }],
    ['the provider does not vouch', { isAddressProven: false }],
    ['the user never proved the address', { namesake: unproven }],
    [
      'the user never proved the address, says undefined',
      {
        namesake: { ...ada, emailVerified: undefined as unknown as null },
      },
    ],
    [
      'the database says true where a date belongs',
      {
        namesake: { ...ada, emailVerified: true as unknown as Date },
      },
    ],
    [
      'the database gives a text where a date belongs',
      {
        namesake: { ...ada, emailVerified: '2020-01-01' as unknown as Date },
      },
    ],
    [
      'the store gives a date that is none',
      { namesake: { ...ada, emailVerified: new Date(Number.NaN) } },
    ],
  ])('does not link by address when %s', (_, changed) => {
    const facts = { ...stranger, ...allowed, namesake: ada, ...changed }
    expect(decideLink(facts)).toEqual({ kind: 'refuse', because: 'address-taken' })
  })

  it('one user is the same whether the id is a number or its text, and nobody else is', () => {
    const numeric = { ...ada, id: 1 as unknown as string }
    expect(isSameUser(ada, numeric)).toBe(true)
    expect(isSameUser(ada, { ...ada, id: 1n as unknown as string })).toBe(true)
    expect(isSameUser(ada, bob)).toBe(false)
    expect(isSameUser(ada, { ...ada, id: '01' })).toBe(false)
  })
})
