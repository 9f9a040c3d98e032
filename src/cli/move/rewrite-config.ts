import type ts from 'typescript'
import { findConfigCalls, findOption, objectsOf, type ConfigCall } from './config-calls.js'
import { initializers, isAuthJs, isOurInitializer } from './doors.js'
import type { Edit } from './edit.js'
import { findingAt, type Finding } from './finding.js'
import type { FindModule } from './modules.js'
import type { ParsedFile } from './parsed-file.js'
import type { Config, ConfigObject, Place } from './trace-config.js'

/** The base path of `@builder.io/qwik-auth`, which its config could not change. */
export const formerBasePath = '/api/auth'

/** An edit, and the path of the file that it changes. A config may be in another file. */
export interface ConfigEdit extends Edit {
  readonly path: string
}

/** What becomes of the configs that a file passes to initializers. */
export interface ConfigRewrite {
  readonly edits: readonly ConfigEdit[]
  readonly findings: readonly Finding[]
}

/** Changes the options of each config so that the app's URLs stay the same. */
export function rewriteConfig(
  file: ParsedFile,
  isRolling: boolean,
  findModule: FindModule,
): ConfigRewrite {
  const isWanted = (name: string, from: string): boolean =>
    (initializers.has(name) && isAuthJs(from)) || (isRolling && isOurInitializer(name, from))
  const calls = findConfigCalls(file, isWanted, findModule)
  const rewrites = calls.map((call) => rewriteCall(file, call, isRolling))
  return {
    edits: rewrites.flatMap(({ edits }) => edits),
    findings: rewrites.flatMap(({ findings }) => findings),
  }
}

function rewriteCall(file: ParsedFile, config: ConfigCall, isRolling: boolean): ConfigRewrite {
  const { call, initializer, specifier, configs, hidden } = config
  const isOld = initializer.startsWith('serverAuth')
  const added = [
    ...(isOld ? [['basePath', formerBasePath] as const] : []),
    ...(isRolling ? [['compatibility', 'authjs'] as const] : []),
  ]
  const mayIgnore = !isOld && isAuthJs(specifier)
  const own = new Set(configs.map(([{ object }]) => object))
  const ignored = (mayIgnore ? objectsOf(config) : []).flatMap(
    (one) => ignoredBasePath(one, own.has(one.object)) ?? [],
  )
  const cures = [
    ...(mayIgnore ? ['Remove basePath from it, because @auth/qwik ignored it.'] : []),
    ...(configs.length === 0 ? added.map(toCure) : []),
    ...(isAuthJs(specifier)
      ? ['Look for logger, cookies, secret and skipCSRFCheck in it, see docs/moving.md.']
      : []),
  ]
  const places = configs.length + hidden.length > 0 ? hidden : [{ file, node: call }]
  return {
    edits: [
      ...configs.flatMap((one) => addOptions(one, added) ?? []),
      ...ignored.flatMap(({ edit }) => edit ?? []),
    ],
    findings: [
      ...ignored.map(({ finding }) => finding),
      ...(cures.length > 0 ? places.map((place) => unseen(place, cures)) : []),
    ],
  }
}

/** An option that `move` adds. */
export type Option = readonly [name: string, value: string]

function toCure([name, value]: Option): string {
  return `Add ${name}: '${value}' to the config.`
}

function unseen({ file, node }: Place, cures: readonly string[]): Finding {
  return findingAt(file, node, {
    problem: 'move cannot see this part of the config, so it changes no option there.',
    cure: cures.join(' '),
  })
}

/** Adds options before all others, in the file's own quotes and indentation. */
export function addOptions(config: Config, options: readonly Option[]): ConfigEdit | undefined {
  const [{ file, object }] = config
  const missing = options.filter(
    ([name]) => !config.some((one) => findOption(one.file, one.object, name)),
  )
  if (missing.length === 0) return undefined
  const start = object.getStart(file.root) + 1
  const space = /^\s*/.exec(file.text.slice(start))?.[0] ?? ''
  const quote = /["']/.exec(file.text)?.[0] ?? "'"
  const isEmpty = object.properties.length === 0
  const text = missing.map(([name, value]) => `${name}: ${quote}${value}${quote}`)
  const separator = `,${space || ' '}`
  const inserted = space + text.join(separator) + (isEmpty ? '' : separator.trimEnd())
  return { path: file.path, start, end: start, text: inserted }
}

/** An option that `@auth/qwik` ignored, and its removal if it is in the config's own object. */
interface IgnoredOption {
  readonly edit: ConfigEdit | undefined
  readonly finding: Finding
}

/**
 * `@auth/qwik` served `/auth`, whatever `basePath` said. Latchkey does what it says. Other code may
 * read an object that is spread into the config, so its option stays.
 */
function ignoredBasePath(
  { file, object }: ConfigObject,
  isOwn: boolean,
): IgnoredOption | undefined {
  const { ts } = file
  const option = findOption(file, object, 'basePath')
  if (!option) return undefined
  const isDefault =
    ts.isPropertyAssignment(option) &&
    ts.isStringLiteralLike(option.initializer) &&
    option.initializer.text === '/auth'
  if (isDefault) return undefined
  const finding = findingAt(file, option, {
    problem: '@auth/qwik ignored basePath and served /auth, but Latchkey would follow it.',
    cure: isOwn
      ? 'move removes the option, so that your URLs stay the same.'
      : "Add basePath: '/auth' to the config after the spread that brings this one, or remove this one if no other code reads it.",
  })
  return { edit: isOwn ? removeOption(file, option) : undefined, finding }
}

/** From the comma before it to its own comma, so that comments beside other options stay. */
function removeOption(file: ParsedFile, option: ts.ObjectLiteralElementLike): ConfigEdit {
  const comma = /^\s*,/.exec(file.text.slice(option.getEnd()))?.[0] ?? ''
  const end = option.getEnd() + comma.length
  return { path: file.path, start: option.getFullStart(), end, text: '' }
}
