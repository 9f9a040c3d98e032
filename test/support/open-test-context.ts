import { resolveConfig } from '../../src/config/resolve.js'
import type { ResolvedConfig } from '../../src/config/resolved-config.js'
import { openContext, type Context } from '../../src/context/context.js'
import type { AuthConfig } from '../../src/model/config.js'
import type { DefaultSession } from '../../src/model/records.js'

export const testOrigin = 'https://app.test'
export const testSecret = 'the secret of the tests, long enough: 0123456789'

/** One call of the application's logger. */
export interface LoggedLine {
  readonly level: 'error' | 'warn' | 'debug'
  readonly code: string
  readonly message: readonly unknown[]
}

/** A visit to an application: its config, and what the browser sends. */
export interface Visit {
  readonly config?: Partial<AuthConfig<DefaultSession>>
  /** Cookies by name, in plain text. */
  readonly cookies?: Readonly<Record<string, string>>
  readonly url?: string
}

/** A context as the engine would open it, and the lines that were logged in it. */
export function openTestContext({ config, cookies, url }: Visit = {}): {
  readonly ctx: Context
  readonly logged: readonly LoggedLine[]
} {
  const logged: LoggedLine[] = []
  const write =
    (level: LoggedLine['level']) =>
    (code: string, ...message: unknown[]): void => {
      logged.push({ level, code, message })
    }
  const logger = { error: write('error'), warn: write('warn'), debug: write('debug') }
  const resolved = resolveTestConfig({ logger, ...config })
  const request = new Request(url ?? `${testOrigin}/auth/signin`)
  request.headers.set('cookie', writeCookieHeader(cookies ?? {}))
  return { ctx: openContext(request, resolved), logged }
}

function resolveTestConfig(given: Partial<AuthConfig<DefaultSession>>): ResolvedConfig {
  const defaults = { providers: [], secret: testSecret, origin: testOrigin }
  const { config, mistake } = resolveConfig({ ...defaults, ...given })
  if (mistake) throw mistake
  return config
}

function writeCookieHeader(cookies: Readonly<Record<string, string>>): string {
  return Object.entries(cookies)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ')
}
