import { attackedFiles, toSecond } from './attacked-files.js'

/** Writes down the modules of the library of which something is left in the browser's files. */
const inspection = `{
  name: 'inspection',
  generateBundle(_, bundle) {
    if (this.environment.config.consumer !== 'client') return
    const modules = Object.values(bundle).flatMap((file) => Object.entries(file.modules ?? {}))
    const left = modules.filter(([id, { renderedLength }]) => id.includes('/latchkey/') && renderedLength > 0)
    writeFileSync('modules.json', JSON.stringify(left.map(([id]) => id.split('/latchkey/').at(-1))))
  },
}`

const plugin = `
  import { routeAuth$ } from 'latchkey'
  import { accountPage } from 'latchkey/account'
  import { memoryAdapter } from 'latchkey/adapters/memory'
  import Passkey from 'latchkey/providers/passkey'
  const adapter = memoryAdapter()
  const email = 'ada@example.com'
  const ada = { email, emailVerified: null, image: 'https://pictures.test/ada.png' }
  const password = {
    id: 'credentials',
    name: 'Password',
    type: 'credentials',
    credentials: { username: { label: 'User name' }, password: { label: 'Password', type: 'password' } },
    authorize: async ({ username: name, password }) =>
      password === 'right' ? ((await adapter.getUserByEmail(email)) ?? signUp(name)) : null,
  }
  // A user with an account that has a picture, and with a passkey.
  const signUp = async (name) => {
    const user = await adapter.createUser({ ...ada, name })
    const own = { userId: user.id, providerAccountId: 'key-1' }
    await adapter.linkAccount({ ...own, provider: 'acme', type: 'oidc', image: 'https://pictures.test/work.png' })
    // In base64url, because the browser decodes it.
    const passkey = { userId: user.id, providerAccountId: 'a2V5LTE' }
    await adapter.linkAccount({ ...passkey, provider: 'passkey', type: 'webauthn' })
    const key = { credentialID: 'a2V5LTE', credentialPublicKey: 'AA==', counter: 0, transports: null }
    await adapter.createAuthenticator({
      ...passkey, ...key, credentialDeviceType: 'multiDevice', credentialBackedUp: true, name: 'Phone',
    })
    return user
  }
  const records = []
  const list = ({ userId, limit }) => records.filter((one) => one.userId === userId).slice(0, limit)
  const audit = Object.assign((record) => void records.unshift(record), { list })
  const rate = { attempts: 100_000, seconds: 60 }
  const client = { clientId: 'client-1', clientSecret: 'canary-of-the-client' }
  const service = { id: 'acme', name: 'Acme', type: 'oidc', issuer: 'https://acme.test', ...client }
  export const { onRequest, useSession, useSignIn, useSignOut } = routeAuth$(() => ({
    secret: 'canary-of-the-app-with-components-0123',
    trustHost: true,
    adapter,
    providers: [password, service, Passkey],
    experimental: { enableWebAuthn: true },
    audit,
    limits: { identifier: rate, client: rate },
    account: accountPage(),
    pages: { account: '/me/' },
  }))`

const menu = `
  import { component$, Slot } from '@builder.io/qwik'
  import { SignedIn, SignedOut, UserButton } from 'latchkey/qwik/ui'
  import { useSession, useSignOut } from '../plugin@auth'
  export default component$(() => {
    const session = useSession()
    const signOut = useSignOut()
    return (
      <>
        <SignedOut session={session}><a href="/login/">To the sign-in</a></SignedOut>
        <SignedIn session={session}><p>For users only</p></SignedIn>
        <UserButton session={session} signOut={signOut} accountUrl="/auth/account" redirectTo="/menu/" class="menu">
          <a href="/settings/">Settings</a>
        </UserButton>
        <Slot />
      </>
    )
  })`

const login = `
  import { component$ } from '@builder.io/qwik'
  import { routeLoader$ } from '@builder.io/qwik-city'
  import { findAuthConfig } from 'latchkey'
  import { describeSignIn } from 'latchkey/core'
  import { SignIn } from 'latchkey/qwik/ui'
  import { useSignIn } from '../plugin@auth'
  export const useSignInPage = routeLoader$(async (event) =>
    describeSignIn(event.request, await findAuthConfig(event)),
  )
  export default component$(() => {
    const page = useSignInPage()
    const signIn = useSignIn()
    return (
      <SignIn page={page} signIn={signIn} redirectTo="/menu/" class="card">
        <a href="/auth/signup">Create an account</a>
      </SignIn>
    )
  })`

const me = `
  import { component$ } from '@builder.io/qwik'
  import { routeLoader$ } from '@builder.io/qwik-city'
  import { describeAccount, issueCsrfToken, requireSession } from 'latchkey'
  import { Account } from 'latchkey/qwik/ui'
  export const useAccountPage = routeLoader$(async (event) => {
    await requireSession(event)
    return { ...(await describeAccount(event)), csrfToken: await issueCsrfToken(event) }
  })
  export default component$(() => {
    const page = useAccountPage()
    return <Account page={page} accountUrl="/me/" texts={{ saveProfile: 'Keep' }} />
  })`

/** Moves the server's clock, so that every session is older than what allows a new passkey. */
const later = `
  export const onGet = ({ text }) => {
    const now = Date.now
    Date.now = () => now() + 11 * 60_000
    return text(200, 'eleven minutes later')
  }`

/** A page with the same hooks and a form, without components of the library. */
const plain = `
  import { component$ } from '@builder.io/qwik'
  import { Form } from '@builder.io/qwik-city'
  import { useSession, useSignOut } from '../plugin@auth'
  export default component$(() => {
    const session = useSession()
    const signOut = useSignOut()
    return <><p>{session.value?.user?.name}</p><Form action={signOut}><button>Leave</button></Form></>
  })`

/** The files of an application for one version of Qwik. The page `/plain/` uses no components. */
export function componentFiles(version: 1 | 2): Readonly<Record<string, string>> {
  const {
    'src/routes/made/index.tsx': _made,
    'src/routes/inner/index.tsx': _inner,
    'src/attacked-config.ts': _config,
    'src/services.ts': _services,
    ...files
  } = attackedFiles[version]
  const own = {
    'src/routes/plugin@auth.ts': plugin,
    'src/routes/index.tsx': plain.replace('../plugin@auth', './plugin@auth'),
    'src/routes/plain/index.tsx': plain,
    'src/routes/menu/index.tsx': menu,
    'src/routes/login/index.tsx': login,
    'src/routes/me/index.tsx': me,
    'src/routes/later/index.ts': later,
  }
  return {
    ...files,
    ...(version === 1 ? own : toSecond(own)),
    'vite.config.mjs':
      `import { writeFileSync } from 'node:fs'\n${files['vite.config.mjs']}`.replace(
        '] }',
        `, ${inspection}] }`,
      ),
    'vite.server.config.mjs': (files['vite.server.config.mjs'] ?? '').replace(
      /, ssg: \{.*?\}/,
      ', ssg: null',
    ),
    'src/entry.node-server.tsx': serveFiles(files['src/entry.node-server.tsx']),
  }
}

/** Lets the server of an application answer with the browser's files, too. */
function serveFiles(entry = ''): string {
  return entry
    .replace('{ router', '{ staticFile, router')
    .replace(/createServer\(\(request, response\) =>([^]*?),\n {4}\)/, (_, answer: string) => {
      return `createServer((request, response) => staticFile(request, response, () =>${answer}))`
    })
}
