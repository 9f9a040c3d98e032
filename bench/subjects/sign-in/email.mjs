import { magicLink } from 'better-auth/plugins'
import { memoryAdapter } from 'latchkey/adapters/memory'
import { emailOf } from '../visitor.mjs'
import { betterAuthSignIn } from './better-auth.mjs'
import { click, cookiesOf, formPost, jsonPost } from './browser.mjs'
import { signInsOf } from './configs.mjs'

const email = emailOf(0)

/**
 * Asks for a mail, which nobody sends, and opens its link in the same browser. Latchkey and @auth/core
 * have the same store in memory.
 */
export async function emailLink() {
  const mail = { url: '' }
  const provider = {
    id: 'mail',
    name: 'E-mail',
    type: 'email',
    from: 'site@app.example',
    maxAge: 600,
    /** @param {{ url: string }} message */
    sendVerificationRequest({ url }) {
      mail.url = url
    },
  }
  return [
    ...signInsOf(
      'email',
      'e-mail link',
      {
        ours: { adapter: memoryAdapter(), session: { strategy: 'jwt' }, providers: [provider] },
        theirs: {
          adapter: memoryAdapter(),
          session: { strategy: 'jwt' },
          providers: [provider],
          // Wanted of every config in a process where one has passkeys.
          experimental: { enableWebAuthn: true },
        },
      },
      async (handle) => {
        const asked = await handle(formPost('/auth/signin/mail', { email }))
        return handle(click(mail.url, cookiesOf(asked)))
      },
    ),
    await betterAuthSignIn(
      'email',
      'magic link, memory store',
      {
        plugins: [
          magicLink({
            sendMagicLink({ url }) {
              mail.url = url
            },
          }),
        ],
      },
      async (handle) => {
        await handle(jsonPost('/api/auth/sign-in/magic-link', { email }))
        return handle(click(mail.url))
      },
    ),
  ]
}
