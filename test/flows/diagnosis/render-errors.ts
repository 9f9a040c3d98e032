import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format } from 'prettier'
import { errorTraits, type AuthErrorType, type ErrorTraits } from '../../../src/errors/traits.js'

const folder = fileURLToPath(new URL('../../../src/errors/', import.meta.url))

/** How to fix each error. Its cause is in the comment of its class. */
export const cures = JSON.parse(
  readFileSync(new URL('../../../docs/data/error-cures.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, string>>

const groups = [
  ['Configuration', 'config-errors'],
  ['Sign-in with a provider', 'oauth-errors'],
  ['E-mail', 'email-errors'],
  ['Passwords and credentials', 'password-errors', 'credentials-signin'],
  ['Passkeys and second factors', 'webauthn-errors', 'second-factor-errors'],
  ['Access tokens', 'token-errors'],
  ['Requests', 'request-errors'],
  ['Callbacks, adapters and sessions', 'runtime-errors'],
] as const

const head = `# Errors

Each error of Latchkey has a code. The log line starts with it, and the query \`?error=\` of your own pages contains it. The code
is also the \`type\` of the error, for your code to compare.

- **Log** is the level of the line. Errors at the level \`debug\` are logged only with \`debug: true\`, because any visitor can cause
  them.
- **Visitor** says what a client learns. \`Configuration\` stands for every error that only you should see.
- Codes in small letters, such as \`client-address-unknown\`, are warnings. [Troubleshooting](troubleshooting.md) lists them.

<!-- Written by test/flows/diagnosis/render-errors.ts; refresh with: npx vitest run --project engine test/flows/diagnosis/errors.test.ts -u -->
`

/** Writes the page of the docs that has each error with its cause and its cure. */
export function renderErrors(): Promise<string> {
  const chapters = groups.map(([title, ...files]) => {
    const errors = files.flatMap(readClasses).map(([type, cause]) => renderError(type, cause))
    return `## ${title}\n\n${errors.join('\n')}`
  })
  const options = { parser: 'markdown', semi: false, singleQuote: true, printWidth: 100 }
  return format(`${head}\n${chapters.join('\n')}`, options)
}

function renderError(type: AuthErrorType, cause: string): string {
  const traits: ErrorTraits = errorTraits[type]
  const seen = traits.visible ? `\`${type}\`` : '`Configuration`'
  return `### ${type}

**Cause.** ${cause}

**Cure.** ${cures[type] ?? ''}

Log: \`${traits.level}\`. Status: ${traits.status}. Visitor: ${seen}.
`
}

/** The classes of a file that are errors of their own, with the first paragraph of each comment. */
function readClasses(file: string): (readonly [AuthErrorType, string])[] {
  const source = readFileSync(`${folder}${file}.ts`, 'utf8')
  const found = source.matchAll(/(?:\/\*\*((?:(?!\*\/)[^])*?)\*\/\n)?export class (\w+)/g)
  return [...found].flatMap(([, comment = '', name = '']) =>
    isType(name) ? [[name, readCause(name, comment)] as const] : [],
  )
}

function readCause(name: string, comment: string): string {
  const text = comment.replaceAll(/^\s*\* ?/gm, '').trim()
  const [first = ''] = text.split('\n\n')
  return first.replaceAll('\n', ' ').replace(/ ?@see.*$/, '') || (withoutComment[name] ?? '')
}

/** Classes whose names say it all have no comment. */
const withoutComment: Readonly<Record<string, string>> = {
  InvalidBasePath: '`basePath` is not a valid path.',
  InvalidOrigin: '`origin` or `AUTH_URL` is not a valid URL, or `origin` has a path.',
  MissingProviders: '`providers` is missing, or is not a list.',
  InvalidTokenOrigin:
    '`authorizedFetch` was asked to send a token to an origin that is not listed.',
  CredentialsSignin: '`authorize` returned `null` or threw, or the name or the password is wrong.',
}

function isType(name: string): name is AuthErrorType {
  return name in errorTraits
}

/** The files whose errors are in a group. */
export const groupedFiles: readonly string[] = groups.flatMap(([, ...files]) => files)

/** Every file with errors. */
export const errorFiles: readonly string[] = readdirSync(folder)
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((file) => readClasses(file).length > 0)
