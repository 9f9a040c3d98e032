import { hashPassword as hashAsBetterAuth } from '@better-auth/utils/password'
import { describe, expect, it, vi } from 'vitest'
import { createHasher } from '../../../src/passwords/hasher.js'
import { patient } from '../../support/patient.js'
import {
  makeMailingApp,
  type MailingApp,
  type MailingOptions,
} from '../../support/apps/mailing-app.js'
import { cheap, email, password } from '../../support/apps/password-app.js'

/** Something that waits until the test opens it. */
function makeGate() {
  let open = (): void => undefined
  const isOpen = new Promise<void>((resolve) => (open = resolve))
  const pass = vi.fn(() => isOpen)
  return { pass, open: () => open() }
}

/** An app whose user has a weaker hash than the options want. Writes wait for the gate. */
async function makeSlowApp(options: MailingOptions['password'] = {}): Promise<{
  readonly app: MailingApp
  readonly writes: ReturnType<typeof makeGate>
}> {
  const app = await makeMailingApp({
    password: { hasher: { scheme: 'scrypt', ln: 5 }, ...options },
  })
  const { adapter, user } = app
  const stored = await adapter.getPassword(user.id)
  const hash = await createHasher({ hashing: cheap }).hash(password)
  const row = { stamp: 'imported', changedAt: new Date(0), mustChange: false, hash }
  await adapter.setPassword(user.id, row, stored?.hash ?? null)
  const writes = makeGate()
  const { setPassword } = adapter
  Object.assign(adapter, {
    setPassword: async (...args: Parameters<typeof setPassword>) => {
      await writes.pass()
      return setPassword(...args)
    },
  })
  return { app, writes }
}

describe('the new hash of an old password', () => {
  it('is written although the platform stops what nothing waits for', async () => {
    const { app, writes } = await makeSlowApp()
    expect((await app.attempt({ email, password })).status).toBe(302)
    writes.open()
    await app.settle()
    expect((await app.adapter.getPassword(app.user.id))?.hash).toMatch(/^\$scrypt\$ln=5,/)
  })

  it('does not take the place of another sign-in while it is written', async () => {
    const { app, writes } = await makeSlowApp({ hashesAtOnce: 1, hashesWaiting: 1 })
    await app.attempt({ email, password })
    await vi.waitFor(() => expect(writes.pass).toHaveBeenCalled(), patient)
    const reads = makeGate()
    const { getUserByEmail } = app.adapter
    Object.assign(app.adapter, {
      getUserByEmail: async (address: string) => {
        await reads.pass()
        return getUserByEmail(address)
      },
    })
    const statuses: number[] = []
    const attempts = [1, 2].map(async () => {
      statuses.push((await app.attempt({ email, password })).status)
    })
    await vi.waitFor(() => expect(reads.pass.mock.calls.length + statuses.length).toBe(2), patient)
    reads.open()
    await Promise.all(attempts)
    expect(statuses).toEqual([302, 302])
    writes.open()
    await app.settle()
  })
})

describe('a sign-in with an equivalent spelling of the password', () => {
  const fullWidth = password.replace(/[a-z]/g, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) + 0xfee0),
  )

  async function isAccepted(app: MailingApp, typed: string): Promise<boolean> {
    const browser = app.browser()
    await app.attempt({ email, password: typed }, browser)
    await app.settle()
    return (await browser.session()) !== null
  }

  it('does not replace the hash of the password as it was set', async () => {
    const app = await makeMailingApp()
    const before = await app.adapter.getPassword(app.user.id)
    expect(await isAccepted(app, fullWidth)).toBe(true)
    expect(await app.adapter.getPassword(app.user.id)).toEqual(before)
    expect(await isAccepted(app, password)).toBe(true)
  })

  it('replaces an imported hash by one that accepts both spellings', async () => {
    const app = await makeMailingApp()
    const row = await app.adapter.getPassword(app.user.id)
    if (!row) throw new Error('The user has no password.')
    const hash = await hashAsBetterAuth(password)
    await app.adapter.setPassword(app.user.id, { ...row, hash }, row.hash)
    expect(await isAccepted(app, fullWidth)).toBe(true)
    expect((await app.adapter.getPassword(app.user.id))?.hash).toMatch(/^\$scrypt\$ln=4,/)
    expect(await isAccepted(app, password)).toBe(true)
    expect(await isAccepted(app, fullWidth)).toBe(true)
  })
})
