import { describe, expect, expectTypeOf, it } from 'vitest'
import { updateSession } from '../../../src/core.js'
import type { JWTCallbackParams } from '../../../src/model/callbacks.js'
import type { Session } from '../../../src/model/records.js'
import type { FrameworkAuth$ } from '../../../src/qwik/index.js'
import { enterAnew, makeAccountsApp, requestFrom } from '../../support/apps/accounts-app.js'
import { click, mailTo, makeMailApp } from '../../support/apps/mail-app.js'

describe('States and transitions', () => {
  it.each(['jwt', 'database'] as const)('a session can have the strategy %s', async (strategy) => {
    const app = await makeAccountsApp({ session: { strategy } })
    expect(await (await enterAnew(app)).session()).not.toBeNull()
  })

  it('the `trigger` of the `jwt` callback is `signUp`, `signIn` or `update`', async () => {
    const triggers: JWTCallbackParams['trigger'][] = []
    const jwt = ({ token, trigger }: JWTCallbackParams) => (triggers.push(trigger), token)
    const app = await makeAccountsApp({ session: { strategy: 'jwt' }, callbacks: { jwt } })
    await enterAnew(app)
    const browser = await enterAnew(app)
    await updateSession(requestFrom(browser), app.config, {})
    expect(triggers).toEqual(['signUp', 'signIn', 'update'])
  })

  it('the e-mail callback has `verificationRequest: true` at the request, and not after the link', async () => {
    const app = makeMailApp()
    const browser = app.browser()
    const link = await mailTo(app, browser)
    expect(app.asked.map(({ email }) => email)).toEqual([{ verificationRequest: true }])
    await click(browser, link)
    expect(app.asked).toHaveLength(2)
    expect(app.asked.at(-1)?.email?.verificationRequest).toBeUndefined()
  })

  it('the result of `useSession` is null or a session', () => {
    type UseSession = ReturnType<typeof FrameworkAuth$>['useSession']
    expectTypeOf<ReturnType<UseSession>['value']>().toEqualTypeOf<Session | null>()
  })
})
