import { expect, it } from 'vitest'
import { seal } from '../../../src/crypto/seal.js'
import type { Secrets } from '../../../src/crypto/secrets.js'
import { openSecret, sealSecret } from '../../../src/factors/sealed-secret.js'

const secrets: Secrets = ['a secret of at least 32 characters']
const rotated: Secrets = ['a newer secret of 32 characters or so', ...secrets]
const owner = { userId: 'user-1', id: 'factor-1' }
const secret = Uint8Array.from({ length: 20 }, (_, index) => 255 - index)

const sealed = (): Promise<string> => sealSecret(secrets, { ...owner, secret })

it('a secret is opened for the user and the factor that it was sealed for', async () => {
  const opened = await openSecret(secrets, await sealed(), owner)
  expect(new Uint8Array(opened?.secret ?? [])).toEqual(secret)
  expect(opened?.isCurrent).toBe(true)
})

it.each([
  { ...owner, userId: 'user-2' },
  { ...owner, id: 'factor-2' },
  { userId: owner.id, id: owner.userId },
])('a secret that was copied to the row of %j is refused (FM21)', async (other) => {
  expect(await openSecret(secrets, await sealed(), other)).toBeUndefined()
})

it('a secret that an older secret of the config sealed is opened and not current', async () => {
  const opened = await openSecret(rotated, await sealed(), owner)
  expect(new Uint8Array(opened?.secret ?? [])).toEqual(secret)
  expect(opened?.isCurrent).toBe(false)
  const renewed = await sealSecret(rotated, { ...owner, secret })
  expect((await openSecret(rotated, renewed, owner))?.isCurrent).toBe(true)
  expect(await openSecret(secrets, renewed, owner)).toBeUndefined()
})

it('a text that was sealed for another purpose is refused', async () => {
  const text = JSON.stringify([owner.userId, owner.id, 'AAAA'])
  expect(await openSecret(secrets, await seal(text, secrets, 'latchkey.other'), owner)).toBe(
    undefined,
  )
})

it.each(['', 'x', 'a.b.c.d.e'])('%j is refused', async (text) => {
  expect(await openSecret(secrets, text, owner)).toBeUndefined()
})

it('the database does not see the secret, and it fits into its column', async () => {
  const long = { userId: 'u'.repeat(255), id: 'f'.repeat(128) }
  const text = await sealSecret(secrets, { ...long, secret })
  expect(text.length).toBeLessThanOrEqual(1024)
  expect(text).not.toContain(Buffer.from(secret).toString('base64url'))
  expect(await sealed()).not.toBe(await sealed())
})
