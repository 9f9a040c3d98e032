import type ts from 'typescript'
import { findConfigCalls, objectsOf, type ConfigCall } from './config-calls.js'
import { initializers, isAuthJs, isHandler, isOurInitializer } from './doors.js'
import type { FileEdit } from './edit.js'
import { findingAt, type Finding } from './finding.js'
import { findIgnoredBasePaths, type ServedPath } from './ignored-base-path.js'
import type { Origin } from './module-names.js'
import type { FindModule } from './modules.js'
import { callOf, findOriginUses, type OriginUse } from './origin-uses.js'
import { mayWiden } from './may-widen.js'
import { nodesOf, type ParsedFile } from './parsed-file.js'
import { findSettings } from './settings.js'
import type { Config, Place } from './trace-config.js'

/** The base path of `@builder.io/qwik-auth`, which its config could not change. */
export const formerBasePath = '/api/auth'

/** What becomes of the configs that a file passes to initializers. */
export interface ConfigRewrite {
  readonly edits: readonly FileEdit[]
  readonly findings: readonly Finding[]
}

/** Changes the options of each config so that the app's URLs stay the same. */
export function rewriteConfig(
  file: ParsedFile,
  isRolling: boolean,
  findModule: FindModule,
): ConfigRewrite {
  const isWanted = (name: string, from: string): boolean =>
    isAuthJs(from)
      ? initializers.has(name) || isHandler(name, from)
      : isRolling && (isOurInitializer(name, from) || isHandler(name, from))
  const rewrites = [
    ...findConfigCalls(file, isWanted, findModule).map((call) =>
      rewriteCall(file, call, isRolling),
    ),
    ...findOriginUses(file, isWanted, findModule)
      .filter(({ expression }) => !callOf(file, expression))
      .map((use) => reportUse(file, use, isRolling)),
  ]
  return {
    edits: rewrites.flatMap(({ edits }) => edits),
    findings: rewrites.flatMap(({ findings }) => findings),
  }
}

/** An initializer that is passed on may be called with a config that `move` cannot see. */
function reportUse(
  file: ParsedFile,
  { expression, origin }: OriginUse,
  isRolling: boolean,
): ConfigRewrite {
  const needs = needsOf(origin, isRolling)
  const finding = findingAt(file, expression, {
    problem: `move cannot see what ${origin.name} is called with here, so it changes no option there.`,
    cure: curesFor(needs, needs.added).join(' '),
  })
  return { edits: [], findings: [finding] }
}

/** What the options of a config need. */
interface Needs {
  readonly added: readonly Option[]
  /** Undefined if `basePath` has its effect: after the move, and in `Auth`. */
  readonly served: ServedPath | undefined
  /** Whether Auth.js reads the config until now. */
  readonly isFormer: boolean
}

function needsOf({ name, specifier }: Origin, isRolling: boolean): Needs {
  const isFormer = isAuthJs(specifier)
  const served = isFormer && !isHandler(name, specifier) ? servedBy(name) : undefined
  return {
    added: [
      ...(served?.path === formerBasePath ? [['basePath', formerBasePath] as const] : []),
      ...(isRolling ? [['compatibility', 'authjs'] as const] : []),
    ],
    served,
    isFormer,
  }
}

function servedBy(initializer: string): ServedPath {
  return initializer.startsWith('serverAuth')
    ? { packageName: '@builder.io/qwik-auth', path: formerBasePath }
    : { packageName: '@auth/qwik', path: '/auth' }
}

/** What to do with a config that `move` cannot see. */
function curesFor({ served, isFormer }: Needs, missing: readonly Option[]): readonly string[] {
  return [
    ...(served && !missing.some(([name]) => name === 'basePath')
      ? [`Remove basePath from it, because ${served.packageName} ignored it.`]
      : []),
    ...missing.map(toCure),
    ...(isFormer
      ? ['Look for logger, cookies, secret and skipCSRFCheck in it, see docs/guide/moving.md.']
      : []),
  ]
}

function rewriteCall(file: ParsedFile, config: ConfigCall, isRolling: boolean): ConfigRewrite {
  const { call, origin, configs, hidden } = config
  const needs = needsOf(origin, isRolling)
  const own = new Set(configs.map(([{ object }]) => object))
  const { served } = needs
  const ignored = objectsOf(config).flatMap((one) =>
    served ? findIgnoredBasePaths(one, own.has(one.object), served) : [],
  )
  const gone = new Set(ignored.flatMap((one) => one.gone?.node ?? []))
  const cures = curesFor(needs, configs.length === 0 ? needs.added : [])
  const places = configs.length + hidden.length > 0 ? hidden : [{ file, node: call }]
  return {
    edits: [
      ...configs.flatMap((one) => addOptions(one, needs.added, call, gone) ?? []),
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

/**
 * Adds options that a config lacks before all others, in the file's own indentation.
 *
 * @param call - what the config is passed to
 * @param gone - places of options that are removed
 */
export function addOptions(
  config: Config,
  options: readonly Option[],
  call: ts.CallExpression,
  gone: ReadonlySet<ts.Node> = new Set(),
): FileEdit | undefined {
  const [{ file, object }] = config
  const missing = options.filter(
    ([name]) => !config.some((one) => findSettings(one, name).some(({ node }) => !gone.has(node))),
  )
  if (missing.length === 0) return undefined
  const start = object.getStart(file.root) + 1
  const space = /^\s*/.exec(file.text.slice(start))?.[0] ?? ''
  const isEmpty = object.properties.length === 0
  const suffix = mayWiden(file, object, call) ? ' as const' : ''
  const text = missing.map((option) => {
    const isChoice = option[0] === 'compatibility'
    return renderOption(file, option) + (isChoice ? suffix : '')
  })
  const separator = `,${space || ' '}`
  const inserted = space + text.join(separator) + (isEmpty ? '' : separator.trimEnd())
  return { path: file.path, start, end: start, text: inserted }
}

/** Writes an option in the file's own quotes. */
export function renderOption(file: ParsedFile, [name, value]: Option): string {
  const written = nodesOf(file).find(file.ts.isStringLiteral)?.getText(file.root)
  const quote = written?.slice(0, 1) ?? "'"
  return `${name}: ${quote}${value}${quote}`
}
