import type ts from 'typescript'
import { shortestSecret } from '../../config/secret-strength.js'
import { findConfigCalls, objectsOf } from './config-calls.js'
import { isAuthJs, initializers, isHandler, isOurInitializer } from './doors.js'
import { findCauses } from './find-causes.js'
import { findingAt, type Concern, type Finding } from './finding.js'
import { findLoggers } from './find-logger.js'
import { findPlainForms } from './find-plain-forms.js'
import type { FindModule } from './modules.js'
import { callOf, findOriginUses } from './origin-uses.js'
import { nodesOf, type ParsedFile } from './parsed-file.js'
import { findSettings } from './settings.js'
import { traceConfig, type ConfigObject } from './trace-config.js'
import { cureWhileRolling, guessableSecret, weaknessOf } from './weak-secret.js'

/** Finds what the app's author has to look at in a file, before or after the move. */
export function findConcerns(
  file: ParsedFile,
  findModule: FindModule,
  isRolling: boolean,
): readonly Finding[] {
  return [
    ...findPlainForms(file, isRolling),
    ...findCauses(file, isRolling),
    ...findOptions(file, findModule, isRolling),
    ...findTokenReaders(file, findModule, isRolling),
    ...findCookieNames(file, isRolling),
  ]
}

const problemOfSkipping =
  'skipCSRFCheck turns off the check that keeps other sites from posting to your app.'

const skipsCsrf: Concern = {
  problem: problemOfSkipping,
  cure: 'Remove it. Actions of Qwik and the built-in pages pass the check.',
}

const skipsCsrfInBinding: Concern = {
  problem: problemOfSkipping,
  cure: 'Replace the code around Auth with routeAuth$, whose actions pass the check, or keep it only if your own code checks where each post comes from.',
}

const setsCookies: Concern = {
  problem:
    'Latchkey keeps the state of a sign-in in one cookie, so some cookie options have no effect.',
  cure: 'Keep sessionToken if another service reads it, and remove state, nonce and pkceCodeVerifier.',
}

const wantsRaw: Concern = {
  problem: 'Latchkey ignores `raw`, so Auth returns a Response here.',
  cure: 'Read its cookies with `response.headers.getSetCookie()`, or use the calls of "latchkey/core", which return data and cookies.',
}

function findOptions(
  file: ParsedFile,
  findModule: FindModule,
  isRolling: boolean,
): readonly Finding[] {
  return findConfigCalls(file, isReader, findModule).flatMap((call) => {
    const { name, specifier } = call.origin
    const skips = isHandler(name, specifier) ? skipsCsrfInBinding : skipsCsrf
    return objectsOf(call).flatMap((one) =>
      [
        findLoggers(one, isRolling),
        findNamed(one, 'skipCSRFCheck', skips),
        findNamed(one, 'cookies', setsCookies),
        findNamed(one, 'raw', wantsRaw),
        findWeakSecret(one, isRolling),
      ].flat(),
    )
  })
}

/** Whether a function reads a config, before the move or after it. */
function isReader(name: string, from: string): boolean {
  const isFormer = initializers.has(name) && isAuthJs(from)
  return isFormer || isOurInitializer(name, from) || isHandler(name, from)
}

function findNamed(config: ConfigObject, name: string, concern: Concern): readonly Finding[] {
  return findSettings(config, name).map(({ file, node }) => findingAt(file, node, concern))
}

function findWeakSecret(config: ConfigObject, isRolling: boolean): readonly Finding[] {
  return findSettings(config, 'secret').flatMap(({ file, value }) =>
    value ? findWeakTexts(file, value, isRolling) : [],
  )
}

function findWeakTexts(
  file: ParsedFile,
  value: ts.Expression,
  isRolling: boolean,
): readonly Finding[] {
  const { ts } = file
  const texts = nodesOf(file, value).filter(ts.isStringLiteralLike)
  const written = texts.filter(({ parent }) => !ts.isCallExpression(parent))
  return written.flatMap((literal) => {
    const weakness = weaknessOf(literal.text)
    if (weakness === undefined) return []
    return weakness === 'short'
      ? [findingAt(file, literal, shortSecret(isRolling))]
      : [findingAt(file, literal, guessableSecret('The secret in this file', isRolling))]
  })
}

function shortSecret(isRolling: boolean): Concern {
  return {
    problem: `The secret in this file has fewer than ${shortestSecret} characters.`,
    cure: isRolling
      ? cureWhileRolling
      : 'Move it into the environment, and pass a list: first a secret that `npx latchkey secret` prints, then this one.',
  }
}

/** When the session cookie has another name on https. */
function whenRenamed(isRolling: boolean): string {
  return isRolling ? 'when the moving mode is off' : 'now'
}

/** A fixed name or salt finds no cookie after its name has changed. */
function findTokenReaders(
  file: ParsedFile,
  findModule: FindModule,
  isRolling: boolean,
): readonly Finding[] {
  return findOriginUses(file, isTokenReader, findModule).flatMap(({ expression }) => {
    const [given] = callOf(file, expression)?.arguments ?? []
    if (!given) return []
    const { configs } = traceConfig({ file, node: given }, findModule)
    const fixed = configs
      .flat()
      .flatMap((one) => ['cookieName', 'salt'].flatMap((name) => findSettings(one, name)))
    return fixed.slice(0, 1).map((option) =>
      findingAt(option.file, option.node, {
        problem: `getToken looks for one cookie name here, and the name is different on https ${whenRenamed(isRolling)}.`,
        cure: 'Remove cookieName and salt, and pass secureCookie: true if the app runs on https.',
      }),
    )
  })
}

/** Whether a name is the function that reads a token, before the move or after it. */
function isTokenReader(name: string, from: string): boolean {
  return (
    name === 'getToken' && (from === 'latchkey/jwt' || (isAuthJs(from) && from.endsWith('/jwt')))
  )
}

const cookieName = /(?:authjs|next-auth)\.session-token/

function namesCookie(isRolling: boolean): Concern {
  return {
    problem: `This names the session cookie, which is __Host-authjs.session-token on https ${whenRenamed(isRolling)}.`,
    cure: 'Read both names, or keep the old one: see "Services that read the cookie" in docs/guide/moving.md.',
  }
}

function findCookieNames(file: ParsedFile, isRolling: boolean): readonly Finding[] {
  return nodesOf(file)
    .filter((node) => file.ts.isLiteralExpression(node) || file.ts.isTemplateLiteralToken(node))
    .filter((node) => cookieName.test(node.getText(file.root)))
    .filter((node) => !/__Host-/.test(node.getText(file.root)))
    .map((node) => findingAt(file, node, namesCookie(isRolling)))
}

/** Finds the cookie's name in a file that is not code, such as the config of a proxy. */
export function findCookieLines(
  path: string,
  text: string,
  isRolling: boolean,
): readonly Finding[] {
  return text
    .split('\n')
    .flatMap((line, at) =>
      cookieName.test(line) && !line.includes('__Host-')
        ? [{ path, line: at + 1, ...namesCookie(isRolling) }]
        : [],
    )
}
