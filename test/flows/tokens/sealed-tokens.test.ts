import { describe, expect, it } from 'vitest'
import { signInAs } from '../../../src/testing.js'
import { secret } from '../../support/apps/app.js'
import { keys, makeTokenApp, origin } from '../../support/apps/token-app.js'
import { refusal } from '../../support/token-service.js'

const sealed = /^latchkey\.sealed:/
const newSecret = 'another secret that is long enough for it'

describe('tokens with `encryptTokens`', () => {
  it('are not in the database, from the sign-in on [FT10]', async () => {
    const app = await makeTokenApp({ encryptTokens: true, account: { id_token: 'identity-1' } })
    const dump = async (): Promise<string> =>
      JSON.stringify([await app.row(), await app.adapter.listAccountsByUserId(app.userId)])
    const clear = /access-\d|refresh-\d|identity-\d/
    expect(await dump()).not.toMatch(clear)
    expect((await app.get()).accessToken).toBe('access-2')
    const row = await app.row()
    expect([row.access_token, row.refresh_token, row.id_token]).toEqual([
      expect.stringMatching(sealed),
      expect.stringMatching(sealed),
      expect.stringMatching(sealed),
    ])
    expect(await dump()).not.toMatch(clear)
    app.pass(3600)
    expect((await app.get()).accessToken).toBe('access-3')
    expect(app.service.isRevoked).toBe(false)
  })

  it('are refreshed once for all processes, and marked if they are refused', async () => {
    const app = await makeTokenApp({ encryptTokens: true })
    const calls = [app, app.beside(), app.beside()].map((one) => one.get())
    const tokens = new Set((await Promise.all(calls)).map(({ accessToken }) => accessToken))
    expect([tokens, app.service.sent]).toEqual([new Set(['access-2']), ['refresh-1']])
    app.pass(3600)
    app.service.intercept = refusal
    await expect(app.get()).rejects.toMatchObject({ type: 'ReauthRequired', code: 'refused' })
    expect(await app.row()).toMatchObject({ refresh_token: null, refreshFailed: 'invalid_grant' })
  })

  it('of before stay readable, and are encrypted when they are next written', async () => {
    const app = await makeTokenApp()
    const encrypting = app.beside({ encryptTokens: true })
    app.service.members = { refresh_token: undefined, expires_in: 3600 }
    expect((await encrypting.get()).accessToken).toBe('access-2')
    const row = await app.row()
    expect(row.access_token).toMatch(sealed)
    expect(row.refresh_token).toMatch(sealed)
  })

  it('stay readable when the option is `false`, and new ones are clear', async () => {
    const app = await makeTokenApp({ encryptTokens: true })
    const clear = app.beside({ encryptTokens: false })
    expect((await clear.get()).accessToken).toBe('access-2')
    expect(await app.row()).toMatchObject({ access_token: 'access-2', refresh_token: 'refresh-2' })
  })

  it('are read by a process without the option, which is deployed at the same time', async () => {
    const app = await makeTokenApp({ encryptTokens: true })
    const older = app.beside({ encryptTokens: undefined })
    expect((await older.get()).accessToken).toBe('access-2')
    expect(app.service.sent).toEqual(['refresh-1'])
    expect(await app.row()).toMatchObject({ access_token: 'access-2', refresh_token: 'refresh-2' })
  })

  it('are neither returned nor sent if a process without the option cannot read them', async () => {
    const expires_at = Math.floor(Date.now() / 1000) + 3600
    const app = await makeTokenApp({ encryptTokens: true, account: { expires_at } })
    const before = await app.row()
    const stranger = app.beside({ encryptTokens: undefined, secret: newSecret })
    // The session is in the database, so only the tokens depend on the secret.
    await expect(stranger.get()).rejects.toMatchObject({ type: 'ReauthRequired', code: 'no-token' })
    await expect(stranger.get({ rejected: before.access_token ?? '' })).rejects.toMatchObject({
      type: 'ReauthRequired',
    })
    expect(app.service.sent).toEqual([])
    expect(await app.row()).toEqual(before)
  })

  it.each([
    '6c6174636868',
    'bGF0Y2hrZXk=',
    'eyJhbGciOiJkaXIifQ..a.b.c',
    'latchkey.sealed:of the provider',
    'latchkey.sealed:eyJhbGciOiJkaXIifQ..a.b.c',
    '',
    'ü 𝕏 "',
  ])('that look like %s come back as they are [FT11]', async (token) => {
    const expires_at = Math.floor(Date.now() / 1000) + 3600
    const account = { access_token: token, expires_at }
    const app = await makeTokenApp({ encryptTokens: true, account })
    expect((await app.get()).accessToken).toBe(token)
  })

  it('survive a change of the secret, also if a refresh brings no new refresh token [FT12]', async () => {
    const app = await makeTokenApp({ encryptTokens: true })
    const both = app.beside({ secret: [newSecret, secret] })
    app.service.members = { refresh_token: undefined, expires_in: 3600 }
    app.service.rotates = false
    expect((await both.get()).accessToken).toBe('access-2')
    const alone = app.beside({ secret: newSecret })
    expect((await alone.get({ rejected: 'access-2' })).accessToken).toBe('access-3')
    expect(app.service.sent).toEqual(['refresh-1', 'refresh-1'])
    const lost = app.beside({ secret: `${newSecret}!` })
    await expect(lost.get()).rejects.toMatchObject({ type: 'ReauthRequired', code: 'no-token' })
    expect(app.logged).toContain('token-unreadable')
  })

  it('cannot be read in the row of another account, or in another column [FT13]', async () => {
    const app = await makeTokenApp({ encryptTokens: true })
    const row = await app.row()
    const other = { ...keys, providerAccountId: 'account-2' }
    const eve = await signInAs(
      app.config,
      { email: 'eve@example.test' },
      { origin, provider: 'service', account: { ...other, access_token: 'own' } },
    )
    const { access_token, refresh_token } = row
    const thief = app.withCookie(eve.cookie)
    await app.adapter.updateAccount({ ...other, access_token, refresh_token })
    await expect(thief.get()).rejects.toMatchObject({ code: 'no-token' })
    const moved = { access_token: refresh_token ?? null, refresh_token: null, expires_at: null }
    const swap = {
      ...keys,
      expected: { access_token: access_token ?? null, refresh_token: refresh_token ?? null },
    }
    await app.adapter.swapTokens({ ...swap, changes: moved })
    await expect(app.get()).rejects.toMatchObject({ code: 'no-token' })
    expect(app.logged).toContain('token-unreadable')
    expect(app.service.sent).toEqual([])
  })
})
