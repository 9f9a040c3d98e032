import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { makeFolder, root } from './folder.js'

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly types?: string } | string | null>>
}

describe('the public names', () => {
  it('each have a sentence of documentation', () => {
    const doors = listDoors()
    expect(doors.length).toBeGreaterThan(180)
    expect(findUndocumented(doors)).toEqual([])
  })

  it('are read from the files that an app gets, so a name without a comment is found', () => {
    const folder = makeFolder(1)
    folder.write('.', {
      'door.d.ts':
        '/** Says hello. */\nexport declare const hello: string\nexport { other } from "./other.js"\n',
      'other.d.ts': 'export declare const other: string\n',
    })
    expect(findUndocumented([join(folder.path, 'door.d.ts')])).toEqual(['door.d.ts: other'])
    folder.remove()
  })
})

/** The files with the types of every entry point. */
function listDoors(): string[] {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
  const files = Object.values(exports).flatMap((entry) =>
    typeof entry === 'object' && entry?.types ? expand(entry.types) : [],
  )
  return [...new Set(files)].map((file) => join(root, file))
}

function expand(path: string): string[] {
  const [folder, end] = path.split('*')
  if (folder === undefined || end === undefined) return [path]
  return readdirSync(join(root, folder))
    .filter((file) => file.endsWith(end))
    .map((file) => folder + file)
}

function findUndocumented(doors: readonly string[]): string[] {
  const program = ts.createProgram([...doors], {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    skipLibCheck: true,
    types: [],
  })
  const checker = program.getTypeChecker()
  return doors.flatMap((door) => {
    const file = program.getSourceFile(door)
    const module = file && checker.getSymbolAtLocation(file)
    if (!module) throw new Error(`Expected ${door} to be a module. Is dist/ built?`)
    return checker
      .getExportsOfModule(module)
      .filter((symbol) => !isDocumented(symbol, checker))
      .map((symbol) => `${door.replace(/^.*\/(?:dist|latchkey-\w+)\//, '')}: ${symbol.name}`)
  })
}

function isDocumented(symbol: ts.Symbol, checker: ts.TypeChecker): boolean {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  return [symbol, target].some((one) => one.getDocumentationComment(checker).length > 0)
}
