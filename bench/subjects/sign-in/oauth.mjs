import AuthJsGitHub from '@auth/core/providers/github'
import GitHub from 'latchkey/providers/github'
import { raise } from '../subject.mjs'
import { emailOf, origin } from '../visitor.mjs'
import { betterAuthSignIn } from './better-auth.mjs'
import { click, cookiesOf, jsonPost } from './browser.mjs'
import { signInsOf } from './configs.mjs'
import { walkThroughService } from './service.mjs'

const client = { clientId: 'client', clientSecret: 'secret' }

/** Keeps the address private, so that every library asks for the list of addresses. */
const answers = {
  'https://github.com/login/oauth/access_token': {
    access_token: 'abc',
    token_type: 'bearer',
    scope: 'read:user,user:email',
  },
  'https://api.github.com/user': {
    id: 42,
    login: 'ada',
    name: 'Ada Lovelace',
    email: null,
    avatar_url: 'https://faces.example/42.png',
  },
  'https://api.github.com/user/emails': [{ email: emailOf(0), primary: true, verified: true }],
}

/**
 * A whole sign-in with GitHub, start and callback: the same service, and each library's own file for
 * it. The service is a `fetch` that answers at once.
 */
export async function oauth() {
  globalThis.fetch = answer
  return [
    ...signInsOf(
      'oauth',
      'OAuth 2 (GitHub)',
      {
        ours: { providers: [GitHub(client)] },
        theirs: { providers: [AuthJsGitHub(client)] },
      },
      (handle) => walkThroughService(handle, 'github'),
    ),
    await betterAuthSignIn(
      'oauth',
      'OAuth 2 (GitHub), memory store',
      { socialProviders: { github: client } },
      async (handle) => {
        const body = { provider: 'github', callbackURL: '/account' }
        const started = await handle(jsonPost('/api/auth/sign-in/social', body))
        const { url } = /** @type {{ url: string }} */ (await started.json())
        const state = new URL(url).searchParams.get('state')
        const callback = `${origin}/api/auth/callback/github?code=abc&state=${state}`
        return handle(click(callback, cookiesOf(started)))
      },
    ),
  ]
}

/** @type {typeof fetch} */
async function answer(input) {
  const url = input instanceof Request ? input.url : String(input)
  const found = Object.entries(answers).find(([known]) => known === url)
  return Response.json(found?.[1] ?? raise(`Nothing at ${url}.`))
}
