import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './folder.js'

/** Qwik renders two pages at build time. One of them needs a session. */
const generated = `{ include: ['/made/', '/inner/'], origin: 'https://app.test' }`

/** The application that is attacked, on Qwik City, as the files of a project. */
const qwikCityFiles: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    name: 'attacked',
    private: true,
    type: 'module',
    devDependencies: { '@builder.io/qwik': '*', '@builder.io/qwik-city': '*', latchkey: '*' },
  }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: { jsx: 'react-jsx', jsxImportSource: '@builder.io/qwik' },
  }),
  'vite.config.mjs': `
    import { qwikVite } from '@builder.io/qwik/optimizer'
    import { qwikCity } from '@builder.io/qwik-city/vite'
    import { latchkey } from 'latchkey/vite'
    export default { plugins: [latchkey(), qwikCity(), qwikVite()] }`,
  'vite.server.config.mjs': `
    import { nodeServerAdapter } from '@builder.io/qwik-city/adapters/node-server/vite'
    import { extendConfig } from '@builder.io/qwik-city/vite'
    import base from './vite.config.mjs'
    const input = ['src/entry.node-server.tsx', '@qwik-city-plan']
    export default extendConfig(base, () => ({
      build: { ssr: true, rollupOptions: { input } },
      plugins: [nodeServerAdapter({ name: 'node-server', ssg: ${generated} })],
    }))`,
  'src/attacked-config.ts': readFileSync(
    join(root, 'test/security/attacks/attacked-config.ts'),
    'utf8',
  ),
  'src/services.ts': `
    const client = { clientId: 'client-1', clientSecret: process.env.CLIENT_SECRET }
    const { OP, TWO, PLAIN } = process.env
    export const services = [
      { id: 'op', name: 'OP', type: 'oidc', issuer: OP, ...client },
      { id: 'two', name: 'Two', type: 'oidc', issuer: TWO, ...client },
      {
        id: 'plain',
        name: 'Plain',
        type: 'oauth',
        authorization: PLAIN + '/authorization',
        token: PLAIN + '/token',
        userinfo: PLAIN + '/userinfo',
        ...client,
      },
    ]
    export async function sendMail({ identifier, url, purpose, mail: { html, text } }) {
      const body = JSON.stringify({ purpose, mail: { to: identifier, url, html, text } })
      await fetch(process.env.INBOX, { method: 'POST', body })
    }`,
  'src/routes/plugin@auth.ts': `
    import { routeAuth$ } from 'latchkey'
    import { memoryAdapter } from 'latchkey/adapters/memory'
    import { authenticatorApp } from 'latchkey/factors'
    import Passkey from 'latchkey/providers/passkey'
    import Password from 'latchkey/providers/password'
    import { attackedConfig } from '../attacked-config'
    import { sendMail, services } from '../services'
    const adapter = memoryAdapter()
    const rate = { attempts: 100_000, seconds: 60 }
    const limits = { identifier: rate, client: rate, mail: rate, allMails: rate }
    const passwords = Password({ hasher: { scheme: 'scrypt', ln: 4 } })
    const providers = [...services, Passkey(), passwords]
    const secondFactor = { methods: [authenticatorApp()], rememberDevice: true }
    export const { onRequest, useSession, useSignIn, useSignOut } = routeAuth$(() =>
      attackedConfig({ adapter, strategy: 'database', providers, sendMail, secondFactor, limits }),
    )`,
  'src/root.tsx': `
    import { component$ } from '@builder.io/qwik'
    import { QwikCityProvider, RouterOutlet } from '@builder.io/qwik-city'
    export default component$(() => (
      <QwikCityProvider><head /><body><RouterOutlet /></body></QwikCityProvider>
    ))`,
  'src/entry.ssr.tsx': `
    import { renderToStream } from '@builder.io/qwik/server'
    import Root from './root'
    export default (options: object) => renderToStream(<Root />, options)`,
  'src/entry.node-server.tsx': `
    import { createQwikCity } from '@builder.io/qwik-city/middleware/node'
    import qwikCityPlan from '@qwik-city-plan'
    import { createServer } from 'node:http'
    import render from './entry.ssr'
    const { router, notFound } = createQwikCity({ render, qwikCityPlan })
    const server = createServer((request, response) =>
      router(request, response, () => notFound(request, response, () => response.destroy())),
    )
    // While the machine stands still, an idle connection would end under a request.
    server.keepAliveTimeout = 600_000
    server.listen(0, 'localhost', () => console.log('listening on ' + server.address().port))`,
  'src/routes/index.tsx': `
    import { component$ } from '@builder.io/qwik'
    import { Form } from '@builder.io/qwik-city'
    import { useSession, useSignIn } from './plugin@auth'
    export const onGet = ({ cacheControl }) => cacheControl('immutable')
    export default component$(() => {
      const session = useSession()
      const signIn = useSignIn()
      return (
        <>
          <p>{session.value?.user?.name}</p>
          <Form action={signIn}><input name="providerId" value="credentials" /></Form>
        </>
      )
    })`,
  'src/routes/made/index.tsx': `
    import { component$ } from '@builder.io/qwik'
    import { useSession } from '../plugin@auth'
    export default component$(() => <p>made for {useSession().value?.user?.name ?? 'nobody'}</p>)`,
  'src/routes/inner/index.tsx': `
    import { component$ } from '@builder.io/qwik'
    import { routeLoader$ } from '@builder.io/qwik-city'
    import { requireSession } from 'latchkey'
    export const onRequest = async (event) => void (await requireSession(event))
    export const useRoom = routeLoader$(() => 'the inner room')
    export default component$(() => <p>{useRoom().value}</p>)`,
}

/** What starts an application on Qwik 2; its pages are the same. */
const secondFiles: Readonly<Record<string, string>> = {
  'vite.config.mjs': `
    import { qwikVite } from '@qwik.dev/core/optimizer'
    import { qwikRouter } from '@qwik.dev/router/vite'
    import { latchkey } from 'latchkey/vite'
    export default { plugins: [latchkey(), qwikRouter(), qwikVite()] }`,
  'vite.server.config.mjs': `
    import { nodeServerAdapter } from '@qwik.dev/router/adapters/node-server/vite'
    import { extendConfig } from '@qwik.dev/router/vite'
    import base from './vite.config.mjs'
    export default extendConfig(base, () => ({
      build: { ssr: true, rolldownOptions: { input: ['src/entry.node-server.tsx'] } },
      plugins: [nodeServerAdapter({ name: 'node-server', ssg: ${generated} })],
    }))`,
  'src/root.tsx': `
    import { component$ } from '@qwik.dev/core'
    import { RouterOutlet, useQwikRouter } from '@qwik.dev/router'
    export default component$(() => {
      useQwikRouter()
      return <><head><title>Attacked</title></head><body><RouterOutlet /></body></>
    })`,
  'src/entry.ssr.tsx': `
    import { createRenderer } from '@qwik.dev/router'
    import Root from './root'
    export default createRenderer((options) => ({ jsx: <Root />, options }))`,
  'src/entry.node-server.tsx': `
    import { createQwikRouter } from '@qwik.dev/router/middleware/node'
    import { admitFormPost } from 'latchkey/qwik2'
    import { createServer } from 'node:http'
    import render from './entry.ssr'
    const { router } = createQwikRouter({ render })
    const answer = admitFormPost(router)
    const server = createServer((request, response) =>
      answer(request, response, () => response.writeHead(404).end()),
    )
    // While the machine stands still, an idle connection would end under a request.
    server.keepAliveTimeout = 600_000
    server.listen(0, 'localhost', () => console.log('listening on ' + server.address().port))`,
}

/** The files of the application on each version of Qwik. */
export const attackedFiles: Readonly<Record<1 | 2, Readonly<Record<string, string>>>> = {
  1: qwikCityFiles,
  2: { ...toSecond(qwikCityFiles), ...secondFiles },
}

/** Files of an application on Qwik City, for Qwik 2. */
export function toSecond(
  files: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const moved = Object.entries(files).map(([name, text]) => [
    name,
    text
      .replaceAll('@builder.io/qwik-city', '@qwik.dev/router')
      .replaceAll('@builder.io/qwik', '@qwik.dev/core')
      .replaceAll("from 'latchkey'", "from 'latchkey/qwik2'")
      .replaceAll("from 'latchkey/qwik/ui'", "from 'latchkey/qwik2/ui'"),
  ])
  return Object.fromEntries(moved)
}
