import { relative } from 'node:path'
import ts from 'typescript'
import { root } from './folder.js'

/** Where code runs, as the name of TypeScript's list of what is global there. */
export type Surroundings = 'dom' | 'webworker'

/**
 * The names that files use although neither they nor their surroundings have them, as
 * `path: name`. Read by the compiler, so that a text, a member or a variable of the same name does not count.
 *
 * `texts` stands in for files that are not on disk.
 */
export function unknownNames(
  files: readonly string[],
  surroundings: Surroundings,
  texts: Readonly<Record<string, string>> = {},
): readonly string[] {
  const options: ts.CompilerOptions = {
    allowJs: true,
    noResolve: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    lib: ['lib.es2022.d.ts', `lib.${surroundings}.d.ts`],
  }
  const program = ts.createProgram({
    rootNames: files,
    options,
    host: hostWith(texts, ts.createCompilerHost(options)),
  })
  const checker = program.getTypeChecker()
  const found = new Set<string>()
  for (const file of files) {
    const source = program.getSourceFile(file)
    if (!source) throw new Error(`${file} was not read.`)
    visit(source, file)
  }
  return [...found]

  function visit(node: ts.Node, file: string): void {
    const name = nameIn(node)
    if (name && !isKnown(name, checker)) found.add(`${relative(root, file)}: ${name.text}`)
    ts.forEachChild(node, (child) => visit(child, file))
  }
}

function hostWith(texts: Readonly<Record<string, string>>, host: ts.CompilerHost): ts.CompilerHost {
  return {
    ...host,
    fileExists: (file) => Object.hasOwn(texts, file) || host.fileExists(file),
    readFile: (file) => texts[file] ?? host.readFile(file),
    getSourceFile: (file, version) => {
      const text = texts[file]
      if (text !== undefined) return ts.createSourceFile(file, text, version)
      const read = (): ts.SourceFile | undefined => host.getSourceFile(file, version)
      return file.endsWith('.d.ts') ? readList(file, read) : read()
    },
  }
}

/** The lists of what is global are long, and the same each time. */
const lists = new Map<string, ts.SourceFile | undefined>()

function readList(file: string, read: () => ts.SourceFile | undefined): ts.SourceFile | undefined {
  if (!lists.has(file)) lists.set(file, read())
  return lists.get(file)
}

type Name = ts.Identifier | ts.StringLiteralLike

/** A variable that is read, or what is asked of the global object. */
function nameIn(node: ts.Node): Name | undefined {
  if (ts.isPropertyAccessExpression(node))
    return isGlobalObject(node.expression) && ts.isIdentifier(node.name) ? node.name : undefined
  if (ts.isElementAccessExpression(node)) {
    const { expression, argumentExpression: member } = node
    return isGlobalObject(expression) && ts.isStringLiteralLike(member) ? member : undefined
  }
  return ts.isIdentifier(node) && isReference(node) ? node : undefined
}

function isGlobalObject(node: ts.Node): boolean {
  return ts.isIdentifier(node) && ['globalThis', 'self', 'global', 'window'].includes(node.text)
}

/** Not the name of a member, nor of what another module calls something. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node
  if (ts.isBindingElement(parent)) return parent.propertyName !== node
  if (ts.isImportSpecifier(parent)) return false
  if (ts.isExportSpecifier(parent)) return parent.parent.parent.moduleSpecifier === undefined
  return !ts.isMetaProperty(parent) && !ts.isNamespaceExport(parent)
}

function isKnown(name: Name, checker: ts.TypeChecker): boolean {
  if (name.text === 'undefined') return true
  if (name.text === 'require') return hasDeclaration(name, checker)
  const { parent } = name
  const symbol = ts.isShorthandPropertyAssignment(parent)
    ? checker.getShorthandAssignmentValueSymbol(parent)
    : checker.getSymbolAtLocation(name)
  return symbol !== undefined
}

/** The compiler takes it that a script has a `require`. */
function hasDeclaration(name: Name, checker: ts.TypeChecker): boolean {
  return checker.getSymbolAtLocation(name)?.declarations !== undefined
}
