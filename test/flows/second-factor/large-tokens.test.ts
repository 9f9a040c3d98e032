import { expect, it } from 'vitest'
import { comeBack, makeProvider, oidc, start } from '../../support/oauth/sign-in.js'
import { email } from '../../support/apps/password-app.js'
import { answer, makeFactorApp, useClock } from '../../support/apps/factor-app.js'

useClock()

it.each([
  [6000, 6000],
  [20_000, 'stored before'.length],
])(
  'a user with a second factor signs in with tokens of %i characters, and %i are stored',
  async (length, stored) => {
    const op = await makeProvider({ person: { sub: 'subject-1', email, email_verified: true } })
    op.misbehaviour = { tokens: (tokens) => ({ ...tokens, refresh_token: 'r'.repeat(length) }) }
    const app = await makeFactorApp({ others: [oidc(op)] })
    const { authenticator } = await app.enrol()
    const account = { provider: 'op', providerAccountId: 'subject-1' }
    const owner = await app.adapter.getUserByEmail(email)
    await app.adapter.linkAccount({
      ...account,
      userId: owner?.id ?? '',
      type: 'oidc',
      refresh_token: 'stored before',
    })
    const browser = app.browser()
    const back = await comeBack(browser, op.authorize(await start(browser)))
    expect(back.headers.get('location')).toContain('/auth/second-factor')
    await answer(browser, { code: await authenticator.code(1) })
    expect(await browser.session()).toMatchObject({ user: { email } })
    const row = await app.adapter.getAccount(account.providerAccountId, account.provider)
    expect(row?.refresh_token).toHaveLength(stored)
  },
)
