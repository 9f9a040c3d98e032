import { hashPassword as hashAsBetterAuth } from '@better-auth/utils/password'
import { hash as hashWithArgon2 } from '@node-rs/argon2'
import { hash as hashWithBcrypt } from 'bcryptjs'
import { randomBytes } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { patient } from '../../support/patient.js'
import { email, makePasswordApp, type PasswordApp } from '../../support/apps/password-app.js'

const replaced = { scheme: 'scrypt', ln: 5 } as const
const cheapArgon2 = { memoryCost: 1024, timeCost: 2, parallelism: 1 }

/** What the installed releases write. `vectors.ts` has what others wrote once. */
const libraries: readonly (readonly [
  name: string,
  hash: (password: string) => Promise<string>,
  form: RegExp,
])[] = [
  ['bcryptjs', (password) => hashWithBcrypt(password, 4), /^\$2[aby]\$04\$/],
  [
    '@node-rs/argon2, argon2id',
    (password) => hashWithArgon2(password, cheapArgon2),
    /^\$argon2id\$v=19\$m=1024,/,
  ],
  [
    '@node-rs/argon2, argon2i',
    (password) => hashWithArgon2(password, { ...cheapArgon2, algorithm: 1 }),
    /^\$argon2i\$/,
  ],
  // `better-auth/crypto` exports this function.
  ['better-auth', (password) => hashAsBetterAuth(password), /^[\da-f]{32}:[\da-f]{128}$/],
]

async function plant({ adapter, user }: PasswordApp, hash: string): Promise<void> {
  await adapter.deletePassword(user.id)
  const row = { hash, stamp: 'imported', changedAt: new Date(0), mustChange: false }
  expect(await adapter.setPassword(user.id, row, null)).toBe(true)
}

async function isAccepted(app: PasswordApp, password: string): Promise<boolean> {
  const browser = app.browser()
  await app.attempt({ email, password }, browser)
  return (await browser.session()) !== null
}

describe('a hash that an installed library makes', () => {
  it.each(libraries)('of %s signs in and is replaced', async (_name, hash, form) => {
    const app = await makePasswordApp({ hasher: replaced })
    const password = `Größe ﬁne ${randomBytes(12).toString('base64')}`
    const made = await hash(password)
    expect(made).toMatch(form)
    await plant(app, made)

    expect(await isAccepted(app, `${password}!`)).toBe(false)
    expect((await app.adapter.getPassword(app.user.id))?.hash).toBe(made)
    expect(await isAccepted(app, password)).toBe(true)
    await vi.waitFor(async () => {
      const { hash: after } = (await app.adapter.getPassword(app.user.id)) ?? {}
      expect(after).toMatch(/^\$scrypt\$ln=5,r=8,p=1\$/)
    }, patient)
    expect(await isAccepted(app, password)).toBe(true)
    expect(await isAccepted(app, `${password}!`)).toBe(false)
  })
})
