import type ts from 'typescript'
import { findingAt, type Concern, type Finding } from './finding.js'
import { unwrap, type ParsedFile } from './parsed-file.js'
import { findOption, findSettings, type Setting } from './settings.js'
import type { ConfigObject } from './trace-config.js'

const problem =
  'Auth.js calls logger.error with an error. Latchkey calls each level with a code, then the message, then details.'

/** What to do, by what can be seen of the function and by whether the moving mode is on. */
const cures = {
  unknown: 'Check what each function of the logger does with its first argument.',
  brief: 'Let the function take the code first and the error second, as in error(code, error).',
  kept: 'In the moving mode this function receives the error as before, because it has fewer than two parameters. Let it take the code first and the error second before you turn the mode off.',
} as const

/** Reports the loggers of a config, each where its function for errors is. */
export function findLoggers(config: ConfigObject, isRolling: boolean): readonly Finding[] {
  return findSettings(config, 'logger').map((setting) => {
    const { file, value } = setting
    const level = value && findErrorLevel(file, value)
    return findingAt(file, level ?? setting.node, explain(setting, level, isRolling))
  })
}

function explain(
  { file }: Setting,
  level: ts.ObjectLiteralElementLike | undefined,
  isRolling: boolean,
): Concern {
  const parameters = level && parametersOf(file, level)
  if (!parameters) return { problem, cure: cures.unknown }
  // The moving mode goes by `length`, which counts neither `...rest` nor what follows a default.
  const end = parameters.findIndex((one) => one.dotDotDotToken ?? one.initializer)
  const length = end === -1 ? parameters.length : end
  if (isRolling && length < 2) return { problem, cure: cures.kept }
  return { problem, cure: parameters.length < 2 ? cures.brief : cures.unknown }
}

function findErrorLevel(
  file: ParsedFile,
  logger: ts.Expression,
): ts.ObjectLiteralElementLike | undefined {
  const node = unwrap(file, logger)
  return file.ts.isObjectLiteralExpression(node) ? findOption(file, node, 'error') : undefined
}

/** Returns undefined if the function is written elsewhere. */
function parametersOf(
  file: ParsedFile,
  level: ts.ObjectLiteralElementLike,
): readonly ts.ParameterDeclaration[] | undefined {
  const { ts } = file
  if (ts.isMethodDeclaration(level)) return level.parameters
  const value = ts.isPropertyAssignment(level) ? unwrap(file, level.initializer) : level
  const isFunction = ts.isArrowFunction(value) || ts.isFunctionExpression(value)
  return isFunction ? value.parameters : undefined
}
