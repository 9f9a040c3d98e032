import type { RequestEvent } from '@builder.io/qwik-city'
import { describe, expect, it } from 'vitest'
import { getSession } from '../../../src/qwik/index.js'
import { login, makeApp } from '../../support/apps/app.js'
import { auth } from './auth.js'
import { openSite, plainPage } from './site.js'
import { resultOf } from './visitor.js'

describe('a plugin file that is not there, or exports no `onRequest`,', () => {
  it('is reported when `getSession` is called, with the fix', async () => {
    const said: string[] = []
    const onGet = async (event: RequestEvent): Promise<void> => {
      await Promise.resolve()
        .then(() => getSession(event))
        .catch((thrown: unknown) => void said.push(String(thrown)))
    }
    const site = openSite({ plugins: [], pages: { '/who/': { ...plainPage, onGet } } })
    await site.visitor().open('/who/')
    expect(said).toHaveLength(1)
    expect(said[0]).toMatch(/^InvalidConfig: .*`onRequest` of `routeAuth\$` has not run/)
    expect(said[0]).toMatch(/Rename the file to src\/routes\/plugin@auth\.ts\./)
    expect(said[0]).toMatch(/In a plugin that runs earlier, pass `useSession`\.$/)
  })
})

describe('a sign-in with an action on the dev server', () => {
  it('logs once that `onRequest` has not run', async () => {
    const app = makeApp()
    const site = openSite({ plugins: [{}], config: () => app.config })
    for (let times = 0; times < 2; times++) {
      await site.visitor().post(auth.useSignIn, { providerId: 'credentials', ...login })
    }
    expect(app.codes('error')).toEqual(['InvalidConfig'])
    expect(String(app.logs[0]?.message[0])).toContain('`onRequest` of `routeAuth$` has not run')
  })

  it('says in the form what the log says', async () => {
    const app = makeApp({ secret: undefined })
    const env = { NODE_ENV: 'development' }
    const site = openSite({ config: () => app.config, env })
    const answer = await site.visitor().post(auth.useSignIn, { providerId: 'credentials' })
    const message =
      /^MissingSecret: The option `secret` is missing\. Run `npx latchkey secret --write`/
    expect(resultOf(auth.useSignIn, answer)).toMatchObject({
      formErrors: [expect.stringMatching(message)],
    })
  })

  it('lists the ids of the providers if the form names another one', async () => {
    const app = makeApp()
    const env = { NODE_ENV: 'development' }
    const site = openSite({ config: () => app.config, env })
    const answer = await site.visitor().post(auth.useSignIn, { providerId: 'gihub' })
    const message =
      'InvalidProvider: There is no provider with the id "gihub". Those in `providers` are "credentials".'
    expect(resultOf(auth.useSignIn, answer)).toMatchObject({
      fieldErrors: { providerId: [message] },
    })
    expect(app.codes('warn')).toEqual(['InvalidProvider'])
  })
})

describe('`useSession` outside of a component', () => {
  it('says what to call instead', () => {
    expect(() => auth.useSession()).toThrow(
      '`useSession` was called outside of a component. In a loader, an action, an endpoint or `server$`, call `getSession(event)` instead.',
    )
  })
})
