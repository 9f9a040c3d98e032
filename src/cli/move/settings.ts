import type ts from 'typescript'
import { endWithComments, startWithComments } from './comments.js'
import type { Edit } from './edit.js'
import type { ParsedFile } from './parsed-file.js'
import type { ConfigObject } from './trace-config.js'

/** A place where a config gets an option: a property of its object, or an assignment. */
export interface Setting {
  readonly file: ParsedFile
  readonly node: ts.ObjectLiteralElementLike | ts.BinaryExpression
  /** Undefined if the place does not show the whole value. */
  readonly value: ts.Expression | undefined
}

/** Finds where a config gets an option. The last place wins. */
export function findSettings(
  { file, object, assigned = [] }: ConfigObject,
  name: string,
): readonly Setting[] {
  const property = findOption(file, object, name)
  const value =
    property && file.ts.isPropertyAssignment(property) ? property.initializer : undefined
  return [
    ...(property ? [{ file, node: property, value }] : []),
    ...assigned.filter((one) => one.name === name),
  ]
}

/** Finds a property of an object. */
export function findOption(
  { ts }: ParsedFile,
  { properties }: ts.ObjectLiteralExpression,
  name: string,
): ts.ObjectLiteralElementLike | undefined {
  return properties.find(({ name: written }) => {
    const isComputed = written && ts.isComputedPropertyName(written)
    const text = isComputed ? written.expression : written
    const isText = text && (ts.isStringLiteralLike(text) || (!isComputed && ts.isIdentifier(text)))
    return isText && text.text === name
  })
}

/** The comma behind an option. Comments may stand before it, and each can match in one way only. */
const untilComma = /^(?:\s|\/\*(?:(?!\*\/)[^])*\*\/|\/\/[^\n]*(?:\n|$))*,/

/**
 * Removes an option with the comments that belong to it: those before it, and those behind it on its
 * line. Returns undefined if an assignment is a part of other code.
 */
export function removeSetting({ file, node }: Setting): Edit | undefined {
  const { ts } = file
  if (!ts.isBinaryExpression(node)) {
    const comma = untilComma.exec(file.text.slice(node.getEnd()))?.[0] ?? ''
    return {
      start: startWithComments(file, node.getFullStart()),
      end: endWithComments(file, node.getEnd() + comma.length),
      text: '',
    }
  }
  const statement = node.parent
  if (!ts.isExpressionStatement(statement)) return undefined
  const isListed = ts.isBlock(statement.parent) || ts.isSourceFile(statement.parent)
  if (!isListed) return undefined
  return {
    start: startWithComments(file, statement.getFullStart()),
    end: endWithComments(file, statement.getEnd()),
    text: '',
  }
}
