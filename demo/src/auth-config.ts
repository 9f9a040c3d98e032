import type { RequestEventBase } from '@builder.io/qwik-city'
import {
  CredentialsSignin,
  findAuthConfig,
  type DefaultSession,
  type EmailConfig,
  type EnvGetter,
  type FrameworkAuthConfig,
  type OIDCConfig,
  type Profile,
  type User,
} from 'latchkey'
import type { AuthConfig } from 'latchkey/core'
import { accountPage } from 'latchkey/account'
import { authenticatorApp, passkey as passkeyFactor } from 'latchkey/factors'
import Credentials from 'latchkey/providers/credentials'
import Nodemailer from 'latchkey/providers/nodemailer'
import Passkey from 'latchkey/providers/passkey'
import Password from 'latchkey/providers/password'
import { cancelBookingsOf, listBookings } from './bookings'
import { openDatabase } from './database'
import { wantsOwnPage } from './own-page'
import { findByPassword, findRole, type Person } from './people'

/** What the browser sees of a session. */
export interface DemoSession extends DefaultSession {
  user: User & Pick<Person, 'id' | 'role'>
}

/** Never leaves the server: a test looks for it in the files of the browser. */
const pepper = 'latchkey-demo-canary-5d1f0c7ab2e94368'

const password = Credentials({
  name: 'Password',
  credentials: {
    username: { label: 'User name', required: true },
    password: { label: 'Password', type: 'password', required: true },
  },
  authorize: async (typed) => {
    const { username, password } = typed
    if (typeof username !== 'string' || typeof password !== 'string') return null
    if (username === 'locked') {
      throw new CredentialsSignin('This account is locked. Ask an admin to open it.', {
        code: 'locked',
      })
    }
    return findByPassword(username, password, pepper)
  },
})

/** The OpenID provider that `npm start` serves; its address and our name there are in the environment. */
const demoId: OIDCConfig<Profile> = {
  id: 'demo',
  name: 'Demo ID',
  type: 'oidc',
  style: { brandColor: '#3d3bb3' },
}

/** The same, but its answers are posted, as those of Apple are; tests ask for it. */
function demoIdByForm(env: EnvGetter): OIDCConfig<Profile> {
  return {
    ...demoId,
    id: 'demo-form',
    name: 'Form ID',
    issuer: env.get('AUTH_DEMO_ISSUER'),
    clientId: env.get('AUTH_DEMO_ID'),
    clientSecret: env.get('AUTH_DEMO_SECRET'),
    authorization: { params: { response_mode: 'form_post' } },
  }
}

/** One of several forms on a page: its field says what it is for. */
const passkey = Passkey({
  name: 'a passkey',
  formFields: {
    email: {
      label: 'E-mail for a new account',
      type: 'email',
      required: true,
      autocomplete: 'username webauthn',
    },
  },
})

/** Accounts that visitors make themselves. Signing up and forgotten passwords go by mail. */
const passwordRules = { name: 'your password', words: ['latchkey demo'] } as const
const ownPassword = Password(passwordRules)
/** The browser tests hash hundreds of passwords. In an app, such hashes would be cheap to guess. */
const cheapPassword = Password({ ...passwordRules, hasher: { scheme: 'scrypt', ln: 4 } })

function passwordOf(env: EnvGetter): typeof ownPassword {
  return env.get('AUTH_DEMO_CHEAP_HASHES') ? cheapPassword : ownPassword
}

/** Visitors choose whether a password alone signs them in. A browser can be remembered for 30 days. */
const secondFactor = { methods: [authenticatorApp(), passkeyFactor()], rememberDevice: true }

/** Mails go to the catcher that `npm start` serves, and no further. */
function email(server: string): EmailConfig {
  const from = 'Latchkey demo <demo@latchkey.example>'
  return Nodemailer({ name: 'E-mail', server, from, codeLength: 6 })
}

/** The config of the demo, for `routeAuth$`. */
export async function authConfig(
  event: RequestEventBase,
): Promise<FrameworkAuthConfig<DemoSession>> {
  const { env } = event
  const smtp = env.get('AUTH_DEMO_SMTP')
  const inbox = env.get('AUTH_DEMO_INBOX')
  const attempts = Number(env.get('AUTH_DEMO_ATTEMPTS') ?? 10)
  // Users and accounts are in the database either way.
  const strategy = env.get('AUTH_DEMO_SESSIONS') === 'jwt' ? 'jwt' : 'database'
  return {
    ...(await openDatabase()),
    providers: [
      password,
      passkey,
      ...(smtp && env.get('AUTH_DEMO_PASSWORDS') ? [passwordOf(env)] : []),
      ...(smtp ? [email(smtp)] : []),
      ...(env.get('AUTH_DEMO_ISSUER') ? [demoId] : []),
      ...(env.get('AUTH_DEMO_FORM_POST') ? [demoIdByForm(env)] : []),
    ],
    experimental: { enableWebAuthn: true },
    ...(wantsOwnPage(event) && { pages: { signIn: '/login/' } }),
    limits: { identifier: { attempts, seconds: 300 } },
    ...(env.get('AUTH_DEMO_SECOND_FACTORS') && { secondFactor }),
    // What the app itself stores about a user is in the download, and goes with the account.
    account: accountPage({ exportData: ({ id }) => ({ bookings: listBookings(id) }) }),
    events: { deleteUser: ({ user }) => cancelBookingsOf(user.id) },
    session: { strategy },
    callbacks: {
      session: ({ session, token, user }) => {
        const id = strategy === 'jwt' ? (token.sub ?? '') : user.id
        return { ...session, user: { ...session.user, id, role: findRole(id) } }
      },
    },
    ...(inbox && {
      texts: { verifyRequest: { spam: `Mails of this demo are delivered to ${inbox}` } },
    }),
  }
}

/** The same as it stands for this request, as the calls of `latchkey/core` want it. */
export function loadAuthConfig(event: RequestEventBase): Promise<AuthConfig<DemoSession>> {
  return findAuthConfig<DemoSession>(event)
}
