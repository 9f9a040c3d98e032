import { findConfigCalls, objectsOf } from './config-calls.js'
import { initializers, isAuthJs } from './doors.js'
import { findingAt, type Finding } from './finding.js'
import type { FindModule } from './modules.js'
import type { ParsedFile } from './parsed-file.js'
import { findSettings } from './settings.js'

const problem =
  'move finds no trustHost, AUTH_URL or AUTH_TRUST_HOST. Auth.js trusts the host unless NODE_ENV is "production", but Latchkey only if it is "development".'
const cure =
  "Set AUTH_URL to your site's origin where the server runs, or AUTH_TRUST_HOST=true behind a proxy that checks the host. Otherwise the auth routes answer UntrustedHost."

/** The variables that decide about the host, unless the line is a comment. */
const hostVariable =
  /^(?!\s*#).*(?<!\w)(?:AUTH_URL|NEXTAUTH_URL|AUTH_TRUST_HOST|VERCEL|CF_PAGES)(?!\w)/m

/** Whether a file of the environment or the deployment says which host the app trusts. */
export function setsHost(text: string): boolean {
  return hostVariable.test(text)
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
