import { findConfigCalls, objectsOf } from './config-calls.js'
import { initializers, isAuthJs } from './doors.js'
import { findingAt, type Finding } from './finding.js'
import { kindOfUrl } from './kind-of-url.js'
import type { FindModule } from './modules.js'
import type { ParsedFile } from './parsed-file.js'
import { findSettings } from './settings.js'

const problem =
  'move finds no trustHost, AUTH_TRUST_HOST or AUTH_URL of your site. Auth.js trusts the host unless NODE_ENV is "production", but Latchkey only if it is "development".'
const cure =
  "Set AUTH_URL to your site's origin where the server runs, or AUTH_TRUST_HOST=true behind a proxy that checks the host. Otherwise the auth routes answer UntrustedHost."

/** The variables that decide about the host, and the value that may stand beside one on its line. */
const hostVariable =
  /(?<!\w)(?:AUTH_TRUST_HOST|VERCEL|CF_PAGES|(?:NEXT)?AUTH_URL(?!\w)(?:["']?[ \t]*[:=][ \t]*["']?(?<url>[^\s"',#]+))?)(?!\w)/g

/**
 * Whether a file of the environment or the deployment says which host the app trusts. An address of
 * the author's computer does not say which one it has elsewhere.
 */
export function setsHost(text: string): boolean {
  const lines = text.replaceAll(/^\s*#.*$/gm, '')
  return [...lines.matchAll(hostVariable)].some(({ groups }) => {
    const kind = kindOfUrl(groups?.['url'] ?? '')
    return kind === 'unknown' || kind === 'site'
  })
}

/** Finds the calls of an initializer of Auth.js whose config does not say which host it trusts. */
export function findUntrustedHost(file: ParsedFile, findModule: FindModule): readonly Finding[] {
  return findConfigCalls(file, isInitializer, findModule)
    .filter((config) =>
      objectsOf(config).every((one) => findSettings(one, 'trustHost').length === 0),
    )
    .map(({ call }) => findingAt(file, call, { problem, cure }))
}

function isInitializer(name: string, from: string): boolean {
  return initializers.has(name) && isAuthJs(from)
}
