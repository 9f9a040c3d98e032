import type ts from 'typescript'
import { findConfigCalls, findOption, type ConfigCall } from './config-objects.js'
import { initializers, isAuthJs } from './doors.js'
import type { Edit } from './edit.js'
import { findingAt, type Finding } from './finding.js'
import type { ParsedFile } from './parsed-file.js'
import type { Rewrite } from './rewrite-modules.js'

/** The base path of `@builder.io/qwik-auth`, which its config could not change. */
export const formerBasePath = '/api/auth'

/** Changes the options of each config so that the app's URLs stay the same. */
export function rewriteConfig(file: ParsedFile, isRolling: boolean): Rewrite {
  const calls = findConfigCalls(file, (name, from) => initializers.has(name) && isAuthJs(from))
  const rewrites = calls.map((call) => rewriteCall(file, call, isRolling))
  return {
    edits: rewrites.flatMap(({ edits }) => edits),
    findings: rewrites.flatMap(({ findings }) => findings),
  }
}

function rewriteCall(file: ParsedFile, config: ConfigCall, isRolling: boolean): Rewrite {
  const { call, initializer, objects } = config
  const isOld = initializer === 'serverAuth$'
  const added = [
    ...(isOld ? [['basePath', formerBasePath] as const] : []),
    ...(isRolling ? [['compatibility', 'authjs'] as const] : []),
  ]
  if (objects.length === 0)
    return { edits: [], findings: added.map((one) => unseen(file, call, one)) }
  const removed = isOld ? [] : objects.flatMap((one) => ignoredBasePath(file, one) ?? [])
  return {
    edits: [
      ...objects.flatMap((one) => addOptions(file, one, added) ?? []),
      ...removed.map(({ edit }) => edit),
    ],
    findings: removed.map(({ finding }) => finding),
  }
}

type Option = readonly [name: string, value: string]

function unseen(file: ParsedFile, call: ts.Node, [name, value]: Option): Finding {
  return findingAt(file, call, {
    problem:
      'The config is not an object literal in this call, so move cannot add an option to it.',
    cure: `Add ${name}: '${value}' to the config.`,
  })
}

/** Adds options before all others, in the file's own quotes and indentation. */
function addOptions(
  file: ParsedFile,
  object: ts.ObjectLiteralExpression,
  options: readonly Option[],
): Edit | undefined {
  const missing = options.filter(([name]) => !findOption(file, object, name))
  if (missing.length === 0) return undefined
  const start = object.getStart(file.root) + 1
  const space = /^\s*/.exec(file.text.slice(start))?.[0] ?? ''
  const quote = /["']/.exec(file.text)?.[0] ?? "'"
  const isEmpty = object.properties.length === 0
  const text = missing.map(([name, value]) => `${name}: ${quote}${value}${quote}`)
  const separator = `,${space || ' '}`
  const inserted = space + text.join(separator) + (isEmpty ? '' : separator.trimEnd())
  return { start, end: start, text: inserted }
}

/** `@auth/qwik` served `/auth`, whatever `basePath` said. Latchkey does what it says. */
function ignoredBasePath(
  file: ParsedFile,
  object: ts.ObjectLiteralExpression,
): { readonly edit: Edit; readonly finding: Finding } | undefined {
  const { ts } = file
  const option = findOption(file, object, 'basePath')
  if (!option) return undefined
  const isDefault =
    ts.isPropertyAssignment(option) &&
    ts.isStringLiteralLike(option.initializer) &&
    option.initializer.text === '/auth'
  if (isDefault) return undefined
  // From the comma before it to its own comma, so that comments beside other options stay.
  const comma = /^\s*,/.exec(file.text.slice(option.getEnd()))?.[0] ?? ''
  const edit = { start: option.getFullStart(), end: option.getEnd() + comma.length, text: '' }
  const finding = findingAt(file, option, {
    problem: '@auth/qwik ignored basePath and served /auth, but Latchkey would follow it.',
    cure: 'move removes the option, so that your URLs stay the same.',
  })
  return { edit, finding }
}
