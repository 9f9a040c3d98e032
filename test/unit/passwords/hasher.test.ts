import { describe, expect, it, vi } from 'vitest'
import { createHasher, type HasherOptions } from '../../../src/passwords/hasher.js'
import { platformKeyDerivation as node } from '../../../src/passwords/key-derivation.node.js'
import { platformKeyDerivation as web } from '../../../src/passwords/key-derivation.web.js'
import type { KeyDerivation } from '../../../src/passwords/key-derivation.js'
import {
  bcryptTraps,
  compatible,
  devise,
  firebase,
  foreignHashes,
  password,
} from '../../support/password-vectors.js'

const cheap = { scheme: 'scrypt', ln: 4 } as const
const hasher = createHasher({ hashing: cheap })
const [oldKey, newKey] = ['old '.repeat(10), 'new '.repeat(10)]

describe('a new password', () => {
  it('is hashed with scrypt at the cost that OWASP recommends', async () => {
    const hash = await createHasher().hash(password)
    expect(hash).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(await createHasher().verify(hash, password)).toEqual({
      matches: true,
      needsRehash: false,
      spelling: password,
    })
    expect(await createHasher().verify(hash, `${password}!`)).toEqual({ matches: false })
  })

  it.each<[string, HasherOptions, RegExp]>([
    [
      'argon2id',
      { hashing: { scheme: 'argon2id', memory: 256 } },
      /^\$argon2id\$v=19\$m=256,t=2,p=1\$/,
    ],
    [
      'chained PBKDF2',
      { hashing: { scheme: 'pbkdf2', iterations: 10 } },
      /^\$pbkdf2-sha512-chain\$i=10,c=3\$/,
    ],
    ['chained PBKDF2 on the web', { platform: web }, /^\$pbkdf2-sha512-chain\$i=100000,c=3\$/],
  ])('can be hashed with %s', async (_name, options, form) => {
    const chosen = createHasher(options)
    const hash = await chosen.hash(password)
    expect(hash).toMatch(form)
    expect(await chosen.verify(hash, password)).toMatchObject({ matches: true, needsRehash: false })
    expect(await chosen.verify(hash, 'another password')).toEqual({ matches: false })
  })

  it('has a new salt each time', async () => {
    expect(await hasher.hash(password)).not.toBe(await hasher.hash(password))
  })

  it('matches in every Unicode normalisation that looks the same', async () => {
    const hash = await hasher.hash('pa\u0308ssword')
    expect(await hasher.verify(hash, 'p\u00e4ssword')).toMatchObject({ matches: true })
  })

  it('keeps its spaces and its case', async () => {
    const hash = await hasher.hash(' Password ')
    for (const other of ['Password', ' password ', ' Password'])
      expect(await hasher.verify(hash, other)).toEqual({ matches: false })
  })

  it('of the web is verified on Node', async () => {
    const hash = await createHasher({ platform: web }).hash(password)
    expect(await createHasher({ platform: node }).verify(hash, password)).toMatchObject({
      matches: true,
    })
  })
})

describe('a hash of another library', () => {
  it.each(foreignHashes)('of %s matches its password only', async (_library, hash) => {
    expect(await hasher.verify(hash, password)).toMatchObject({ matches: true })
    expect(await hasher.verify(hash, 'correct horse batterx')).toEqual({ matches: false })
  })

  it.each(foreignHashes)('of %s is replaced when the default cost is higher', (library, hash) => {
    expect([library, createHasher().needsRehash(hash)]).toEqual([library, true])
  })

  it.each(foreignHashes.filter(([, hash]) => !hash.startsWith('$')))(
    'of %s is replaced and tried in every spelling, also if it is stronger',
    (library, hash) => {
      expect([library, hasher.needsRehash(hash)]).toEqual([library, true])
    },
  )

  it('of better-auth matches a normalised text where new hashes are cheaper', async () => {
    expect(await hasher.verify(compatible.hash, compatible.password)).toMatchObject({
      matches: true,
    })
  })

  it('of Devise needs the pepper', async () => {
    const knowing = createHasher({ hashing: cheap, foreign: { devisePepper: devise.pepper } })
    expect(await knowing.verify(devise.hash, password)).toMatchObject({ matches: true })
    expect(await hasher.verify(devise.hash, password)).toEqual({ matches: false })
  })

  it('of Firebase needs the parameters of the project', async () => {
    const knowing = createHasher({ hashing: cheap, foreign: { firebase: firebase.parameters } })
    expect(await knowing.verify(firebase.hash, firebase.password)).toMatchObject({
      matches: true,
      needsRehash: true,
    })
    expect(await knowing.verify(firebase.hash, 'user2password')).toEqual({ matches: false })
    expect(await hasher.verify(firebase.hash, firebase.password)).toEqual({
      matches: false,
      problem: 'unsupported',
    })
  })

  it.each([
    ['URL-safe', (hash: string) => hash.replaceAll('+', '-').replaceAll('/', '_')],
    ['unpadded', (hash: string) => hash.replaceAll('=', '')],
  ])('of Firebase may be %s base64', async (_form, write) => {
    const knowing = createHasher({ hashing: cheap, foreign: { firebase: firebase.parameters } })
    // The id has a hyphen, which is not base64.
    const hash = firebase.hash.replace(/(?<=scrypt).+/, write)
    expect(hash).not.toBe(firebase.hash)
    expect(await knowing.verify(hash, firebase.password)).toMatchObject({ matches: true })
    expect(await knowing.verify(hash, 'user2password')).toEqual({ matches: false })
  })

  it('of better-auth matches a text that it had normalised', async () => {
    expect(await createHasher().verify(compatible.hash, compatible.password)).toMatchObject({
      matches: true,
    })
  })

  it('that nothing recognises is passed to the function of the app', async () => {
    const verify = (hash: string, typed: string): boolean => hash === `plain ${typed}`
    const own = createHasher({ hashing: cheap, foreign: { verify } })
    expect(await own.verify('plain abc', 'abc')).toEqual({
      matches: true,
      needsRehash: true,
      spelling: 'abc',
    })
    expect(await own.verify('plain abc', 'abd')).toEqual({ matches: false })
  })

  it('is not matched if the function of the app answers with another truthy value', async () => {
    const verify = (() => 'yes') as unknown as () => boolean
    const own = createHasher({ hashing: cheap, foreign: { verify } })
    expect(await own.verify('plain', 'abc')).toEqual({ matches: false })
  })
})

describe('another spelling of a hash', () => {
  const cheapOnes = foreignHashes.filter(([library]) => !/argon2|scrypt/i.test(library))
  const spell: readonly (readonly [string, (hash: string) => string])[] = [
    ['in upper case', (hash) => hash.toUpperCase()],
    ['with padding', (hash) => `${hash}=`],
    ['with an empty part', (hash) => `${hash}$`],
    ['with a leading zero', (hash) => hash.replace(/\d+/, '0$&')],
    ['with a space', (hash) => `${hash} `],
    ['as 2x', (hash) => hash.replace('$2b$', '$2x$')],
  ]

  it.each(spell)('%s is refused or equal, and never throws (FP16)', async (_, change) => {
    for (const [, hash] of cheapOnes) {
      const changed = change(hash)
      const verdict = await hasher.verify(changed, password)
      if (verdict.matches) {
        expect(await hasher.verify(changed, 'correct horse batterx')).toEqual({ matches: false })
      } else if (changed !== hash) {
        expect(verdict.problem, changed).toMatch(/^(malformed|unknown)$/)
      }
    }
  })

  it('that the package for bcrypt throws at is unusable', async () => {
    vi.doMock('bcryptjs', () => ({ default: { compare: () => Promise.reject(new Error('no')) } }))
    const [, hash = ''] = foreignHashes.find(([library]) => library === 'bcryptjs') ?? []
    try {
      expect(await hasher.verify(hash, password)).toEqual({
        matches: false,
        problem: 'unsupported',
      })
    } finally {
      vi.doUnmock('bcryptjs')
    }
  })
})

describe('a hash of another library at the cost of ours or above', () => {
  const typed = '\ufb01ne lantern gravel A\u030a'
  const compatible = typed.normalize('NFKC')

  it.each([4, 5, 6])('matches its password in NFKC, and is kept (ln=%i)', async (ln) => {
    const foreign = await createHasher({ hashing: { scheme: 'scrypt', ln } }).hash(compatible)
    const kept = { matches: true, needsRehash: false, spelling: compatible }
    expect(await hasher.verify(foreign, typed)).toEqual(kept)
    expect(await hasher.verify(foreign, compatible)).toEqual(kept)
  })

  it('is not mistaken for a hash of ours, which matches no other text', async () => {
    const own = await hasher.hash(typed)
    expect(await hasher.verify(own, typed)).toMatchObject({ matches: true, needsRehash: false })
    expect(await hasher.verify(own, compatible)).toEqual({ matches: false })
  })

  it('is replaced by one of the spelling that matched, if it is weaker', async () => {
    const weaker = await createHasher({ hashing: { scheme: 'scrypt', ln: 3 } }).hash(compatible)
    const verdict = await hasher.verify(weaker, typed)
    expect(verdict).toMatchObject({ matches: true, needsRehash: true, spelling: compatible })
    const replaced = await hasher.hash(verdict.matches ? verdict.spelling : '')
    for (const spelling of [typed, compatible])
      expect(await hasher.verify(replaced, spelling)).toMatchObject({ matches: true })
  })
})

describe('bcrypt', () => {
  it('accepts a password of 72 bytes, and none with the same beginning (FP13)', async () => {
    expect(await hasher.verify(bcryptTraps.longest, 'x'.repeat(72))).toMatchObject({
      matches: true,
    })
    expect(await hasher.verify(bcryptTraps.longest, `${'x'.repeat(72)}y`)).toEqual({
      matches: false,
    })
  })

  it('refuses a password with a NUL after the right one (FP13)', async () => {
    expect(await hasher.verify(bcryptTraps.pass, 'pass')).toMatchObject({ matches: true })
    expect(await hasher.verify(bcryptTraps.pass, 'pass\0x')).toEqual({ matches: false })
  })

  it('refuses a NUL also with a package that stops there (FP13)', async () => {
    const stopsAtNul = async (typed: string) => typed.split('\0')[0] === 'pass'
    vi.doMock('@node-rs/bcrypt', () => ({ verify: stopsAtNul }))
    vi.doMock('bcryptjs', () => ({ default: { compare: stopsAtNul } }))
    try {
      expect(await hasher.verify(bcryptTraps.pass, 'pass')).toMatchObject({ matches: true })
      expect(await hasher.verify(bcryptTraps.pass, 'pass\0x')).toEqual({ matches: false })
      expect(await hasher.verify(bcryptTraps.pass, 'pass\0')).toEqual({ matches: false })
    } finally {
      vi.doUnmock('@node-rs/bcrypt')
      vi.doUnmock('bcryptjs')
    }
  })
})

describe('a hash that cannot be checked', () => {
  it.each([
    ['unknown', ''],
    ['unknown', '!'],
    ['malformed', '$scrypt$ln=14'],
    ['too-costly', `$scrypt$ln=31,r=8,p=1$c29tZXNhbHQ$${'A'.repeat(43)}`],
  ])('is %s and matches nothing, not even itself (FP15, FP16)', async (problem, hash) => {
    for (const typed of [hash, password, ''])
      expect(await hasher.verify(hash, typed)).toEqual({ matches: false, problem })
  })

  it('is reported as unsupported on a platform without its scheme', async () => {
    const poor = createHasher({ platform: web, hashing: { scheme: 'pbkdf2', iterations: 10 } })
    const hash = await hasher.hash(password)
    expect(await poor.verify(hash, password)).toEqual({ matches: false, problem: 'unsupported' })
  })

  it('is reported as unsupported where the platform refuses its iterations', async () => {
    const refuse = () => Promise.reject(new DOMException('Too many.', 'NotSupportedError'))
    const platform: KeyDerivation = { ...node, pbkdf2: refuse }
    const limited = createHasher({ platform, hashing: cheap })
    const [, hash = ''] = foreignHashes[0] ?? []
    expect(await limited.verify(hash, password)).toEqual({ matches: false, problem: 'unsupported' })
  })
})

describe('the work for a wrong password', () => {
  it.each([
    ['a user without a password', (counted: Counted) => counted.hasher.spendVerifyTime(password)],
    ['a broken hash', (counted: Counted) => counted.hasher.verify('!', password)],
    [
      'a hash that is too costly',
      (counted: Counted) => counted.hasher.verify(`$2b$31$${'a'.repeat(53)}`, password),
    ],
    [
      'a hash whose pepper is missing',
      async (counted: Counted) => {
        const peppered = createHasher({ hashing: cheap, peppers: [{ id: 'k1', key: oldKey }] })
        return counted.hasher.verify(await peppered.hash(password), password)
      },
    ],
    [
      'a right hash',
      async (counted: Counted) => counted.hasher.verify(await hasher.hash('other'), password),
    ],
  ])('of %s is one hash at the same cost (FP11)', async (_name, verify) => {
    const counted = countHashes()
    await verify(counted)
    expect(counted.costs).toEqual([{ n: 16, r: 8, p: 1 }])
  })

  it('is the same for a text with several spellings, which all are tried (FP11)', async () => {
    const [known, unknown] = [countHashes(), countHashes()]
    await known.hasher.verify(await hasher.hash('other'), 'pa\u0308ssword \ufb01')
    await unknown.hasher.spendVerifyTime('pa\u0308ssword \ufb01')
    expect(known.costs).toHaveLength(3)
    expect(unknown.costs).toEqual(known.costs)
  })
})

describe('a pepper', () => {
  const first = [{ id: 'k1', key: oldKey }]
  const second = [{ id: 'k2', key: newKey }, ...first]
  const peppered = createHasher({ hashing: cheap, peppers: first })

  it('is named in the hash, which matches nothing without the key', async () => {
    const hash = await peppered.hash(password)
    expect(hash).toMatch(/^\$scrypt\$ln=4,r=8,p=1,keyid=k1\$/)
    expect(hash).not.toContain('old')
    expect(await peppered.verify(hash, password)).toMatchObject({
      matches: true,
      needsRehash: false,
    })
    expect(await hasher.verify(hash, password)).toEqual({
      matches: false,
      problem: 'pepper-missing',
    })
    const wrong = createHasher({ hashing: cheap, peppers: [{ id: 'k1', key: newKey }] })
    expect(await wrong.verify(hash, password)).toEqual({ matches: false })
  })

  it('is replaced by a newer one, and the old one still matches', async () => {
    const rotated = createHasher({ hashing: cheap, peppers: second })
    const hash = await peppered.hash(password)
    expect(await rotated.verify(hash, password)).toMatchObject({ matches: true, needsRehash: true })
    expect(await rotated.hash(password)).toContain('keyid=k2')
  })

  it('is added to a hash without one, and removed if the config has none', async () => {
    expect(peppered.needsRehash(await hasher.hash(password))).toBe(true)
    expect(hasher.needsRehash(await peppered.hash(password))).toBe(true)
  })
})

describe('a hash needs to be replaced', () => {
  const at = (ln: number) => createHasher({ hashing: { scheme: 'scrypt', ln } })

  it('if it is weaker, but not if it is stronger', async () => {
    expect(at(5).needsRehash(await at(4).hash(password))).toBe(true)
    expect(at(4).needsRehash(await at(5).hash(password))).toBe(false)
  })

  it('if argon2id is chosen and it is scrypt, but never by PBKDF2', async () => {
    const hash = await at(4).hash(password)
    expect(createHasher({ hashing: { scheme: 'argon2id', memory: 256 } }).needsRehash(hash)).toBe(
      true,
    )
    expect(createHasher({ platform: web }).needsRehash(hash)).toBe(false)
  })

  it('unless it cannot be read', () => {
    expect(hasher.needsRehash('!')).toBe(false)
  })
})

interface Counted {
  readonly hasher: ReturnType<typeof createHasher>
  readonly costs: unknown[]
}

function countHashes(): Counted {
  const costs: unknown[] = []
  const platform: KeyDerivation = {
    ...node,
    scrypt: async (input, cost) => {
      costs.push(cost)
      return (await node.scrypt?.(input, cost)) ?? new Uint8Array()
    },
  }
  return { hasher: createHasher({ hashing: cheap, platform }), costs }
}
