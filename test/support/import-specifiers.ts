import ts from 'typescript'

/** All that a file imports, types and dynamic imports included; what cannot be read is "something computed". */
export function importSpecifiers(file: string, text: string): readonly string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const found = source.typeReferenceDirectives.map((directive) => directive.fileName)
  visit(source)
  return found

  function visit(node: ts.Node): void {
    const specifier = specifierOf(node)
    if (specifier)
      found.push(ts.isStringLiteralLike(specifier) ? specifier.text : 'something computed')
    ts.forEachChild(node, visit)
  }
}

function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier
  if (ts.isImportTypeNode(node))
    return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node
  const isDynamic =
    ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
  return isDynamic ? node.arguments[0] : undefined
}
