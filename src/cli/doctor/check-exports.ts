import type { SourceFile } from '../../vite/source-file.js'
import type { CheckResult } from './check-result.js'
import type { OpenedApp } from './open-app.js'

const members = ['onRequest', 'useSession', 'useSignIn', 'useSignOut'] as const

/** Checks that Qwik finds the members of the plugin file. */
export function checkExports({ exports }: OpenedApp, { path }: SourceFile): CheckResult {
  const check = 'exports'
  const missing = members.filter((name) => typeof exports[name] !== 'function')
  if (missing.length === 0) return { check, state: 'ok', message: members.join(', ') }
  const list = missing.join(', ')
  if (missing.includes('onRequest')) {
    return {
      check,
      state: 'wrong',
      message: `${path} does not export ${list}. Without onRequest, no route of Latchkey answers.`,
      cure: `Write export const { ${members.join(', ')} } = routeAuth$(…).`,
    }
  }
  return {
    check,
    state: 'warning',
    message: `${path} does not export ${list}. Qwik needs the export of each one that you use.`,
    cure: 'Export it, unless the app does not use it.',
  }
}

/** Checks that the build keeps the config function out of the browser. */
export function checkVitePlugin({
  hasVitePlugin,
  viteConfig,
}: Pick<OpenedApp, 'hasVitePlugin' | 'viteConfig'>): CheckResult {
  const check = 'vite plugin'
  if (hasVitePlugin) return { check, state: 'ok', message: `latchkey() is in ${viteConfig}.` }
  return {
    check,
    state: 'wrong',
    message: `${viteConfig} does not have latchkey(), so the browser may get the config function, and the server refuses to start.`,
    cure: `Add latchkey() from latchkey/vite to the plugins in ${viteConfig}, before qwikVite().`,
  }
}
