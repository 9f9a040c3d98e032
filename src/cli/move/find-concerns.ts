import type ts from 'typescript'
import { findConfigCalls, findOption, objectsOf } from './config-calls.js'
import { isAuthJs, initializers, isOurInitializer } from './doors.js'
import { findingAt, type Finding } from './finding.js'
import { findPlainForms } from './find-plain-forms.js'
import type { FindModule } from './modules.js'
import { nodesOf, type ParsedFile } from './parsed-file.js'
import type { ConfigObject } from './trace-config.js'
import { cureWhileRolling, shortestSecret } from './find-variables.js'

/** Finds what the app's author has to look at in a file, before or after the move. */
export function findConcerns(
  file: ParsedFile,
  findModule: FindModule,
  isRolling: boolean,
): readonly Finding[] {
  return [
    ...findPlainForms(file),
    ...findOptions(file, findModule, isRolling),
    ...findTokenReaders(file),
    ...findCookieNames(file),
  ]
}

interface Concern {
  readonly problem: string
  readonly cure: string
}

const concerns: readonly (readonly [option: string, concern: Concern])[] = [
  [
    'logger',
    {
      problem:
        'Auth.js calls logger.error with an error. Latchkey calls each level with a code, then the message, then details.',
      cure: 'Check what each function of the logger does with its first argument.',
    },
  ],
  [
    'skipCSRFCheck',
    {
      problem: 'skipCSRFCheck turns off the check that keeps other sites from posting to your app.',
      cure: 'Remove it. Actions of Qwik and the built-in pages pass the check.',
    },
  ],
  [
    'cookies',
    {
      problem:
        'Latchkey keeps the state of a sign-in in one cookie, so some cookie options have no effect.',
      cure: 'Keep sessionToken if another service reads it, and remove state, nonce and pkceCodeVerifier.',
    },
  ],
]

function findOptions(
  file: ParsedFile,
  findModule: FindModule,
  isRolling: boolean,
): readonly Finding[] {
  const calls = findConfigCalls(file, isInitializer, findModule)
  const objects = calls.flatMap(objectsOf)
  return [
    ...objects.flatMap((one) => findNamed(one.file, one.object)),
    ...objects.flatMap((one) => findShortSecret(one, isRolling)),
  ]
}

/** Before the move and after it. */
function isInitializer(name: string, from: string): boolean {
  return (initializers.has(name) && isAuthJs(from)) || isOurInitializer(name, from)
}

function findNamed(file: ParsedFile, object: ts.ObjectLiteralExpression): readonly Finding[] {
  return concerns.flatMap(([name, concern]) => {
    const option = findOption(file, object, name)
    return option ? [findingAt(file, option, concern)] : []
  })
}

function findShortSecret({ file, object }: ConfigObject, isRolling: boolean): readonly Finding[] {
  const { ts } = file
  const option = findOption(file, object, 'secret')
  if (!option || !ts.isPropertyAssignment(option)) return []
  const texts = nodesOf(file, option.initializer).filter(ts.isStringLiteralLike)
  const written = texts.filter(({ parent }) => !ts.isCallExpression(parent))
  return written
    .filter(({ text }) => text.length < shortestSecret)
    .map((literal) =>
      findingAt(file, literal, {
        problem: `The secret in this file has fewer than ${shortestSecret} characters.`,
        cure: isRolling
          ? cureWhileRolling
          : 'Move it into the environment, and pass a list: first a secret that `npx latchkey secret` prints, then this one.',
      }),
    )
}

/** A fixed name or salt finds no cookie after its name has changed. */
function findTokenReaders(file: ParsedFile): readonly Finding[] {
  const { ts } = file
  const calls = nodesOf(file).filter(ts.isCallExpression)
  return calls.flatMap((call) => {
    const isReader = ts.isIdentifier(call.expression) && call.expression.text === 'getToken'
    const [given] = call.arguments
    if (!isReader || !given || !ts.isObjectLiteralExpression(given)) return []
    const fixed = ['cookieName', 'salt'].flatMap((name) => findOption(file, given, name) ?? [])
    return fixed.slice(0, 1).map((option) =>
      findingAt(file, option, {
        problem: 'getToken looks for one cookie name here, and the name is different on https now.',
        cure: 'Remove cookieName and salt, and pass secureCookie: true if the app runs on https.',
      }),
    )
  })
}

const cookieName = /(?:authjs|next-auth)\.session-token/

const cookieConcern: Concern = {
  problem: 'This names the session cookie, which is __Host-authjs.session-token on https now.',
  cure: 'Read both names, or keep the old one: see "Services that read the cookie" in docs/moving.md.',
}

function findCookieNames(file: ParsedFile): readonly Finding[] {
  return nodesOf(file)
    .filter((node) => file.ts.isLiteralExpression(node) || file.ts.isTemplateLiteralToken(node))
    .filter((node) => cookieName.test(node.getText(file.root)))
    .filter((node) => !/__Host-/.test(node.getText(file.root)))
    .map((node) => findingAt(file, node, cookieConcern))
}

/** Finds the cookie's name in a file that is not code, such as the config of a proxy. */
export function findCookieLines(path: string, text: string): readonly Finding[] {
  return text
    .split('\n')
    .flatMap((line, at) =>
      cookieName.test(line) && !line.includes('__Host-')
        ? [{ path, line: at + 1, ...cookieConcern }]
        : [],
    )
}
