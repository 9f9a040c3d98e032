import { attackedFiles, toSecond } from './attacked-files.js'

/** What an application under `/app/` has that one at the root has not. */
const placedFiles: Readonly<Record<string, string>> = {
  'src/routes/plugin@auth.ts': `
    import { routeAuth$ } from 'latchkey'
    import Credentials from 'latchkey/providers/credentials'
    export const { onRequest, useSession, useSignIn, useSignOut } = routeAuth$(() => ({
      basePath: '/app/auth',
      secret: 'a-Secret/of-the_placed+app=0815-4711',
      trustHost: true,
      providers: [
        Credentials({
          credentials: { username: { label: 'Name' } },
          authorize: ({ username }) => ({ id: '1', name: String(username) }),
        }),
      ],
    }))`,
  'src/routes/kept/index.tsx': `
    import { component$ } from '@builder.io/qwik'
    import { useSession } from '../plugin@auth'
    export const routeConfig = { cacheKey: true }
    export default component$(() => <p>{useSession().value?.user?.name ?? 'nobody'}</p>)`,
}

/** The files of an application under `/app/`, without slashes at the end of its addresses. */
export function placedFilesOf(version: 1 | 2): Readonly<Record<string, string>> {
  const files = { ...attackedFiles[version] }
  const { 'src/attacked-config.ts': _config, 'src/services.ts': _services, ...rest } = files
  return {
    ...rest,
    ...(version === 1 ? placedFiles : toSecond(placedFiles)),
    'vite.config.mjs': place(files['vite.config.mjs']),
    'vite.server.config.mjs': generateNothing(files['vite.server.config.mjs']),
    'src/entry.node-server.tsx': (files['src/entry.node-server.tsx'] ?? '').replace(
      'admitFormPost(router)',
      "admitFormPost(router, { basePath: '/app/auth' })",
    ),
  }
}

function place(config = ''): string {
  return config
    .replace('export default { plugins', "export default { base: '/app/', plugins")
    .replace('latchkey()', "latchkey({ basePath: '/app/auth' })")
    .replace(/(qwikCity|qwikRouter)\(\)/, '$1({ trailingSlash: false })')
}

/** Qwik 2 looks for pages to make at `/app/app/`. */
function generateNothing(config = ''): string {
  return config.replace(/, ssg: \{.*?\}/, ', ssg: null')
}
