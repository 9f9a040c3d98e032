import { readFileSync, readdirSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'

const source = new URL('../../../src/', import.meta.url)

/** The files below `src/` that a file loads with it: no types, and no dynamic imports. */
function loadedWith(file: URL, seen = new Set<string>()): ReadonlySet<string> {
  const path = file.href.slice(source.href.length)
  if (seen.has(path)) return seen
  seen.add(path)
  const { statements } = ts.createSourceFile(
    path,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
  )
  for (const statement of statements) {
    const specifier = specifierOf(statement)
    if (specifier?.startsWith('.') === true) {
      loadedWith(new URL(specifier.replace(/\.js$/, '.ts'), file), seen)
    }
  }
  return seen
}

function specifierOf(statement: ts.Statement): string | undefined {
  if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return undefined
  const isType = ts.isImportDeclaration(statement)
    ? statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
    : statement.isTypeOnly
  const { moduleSpecifier } = statement
  const isRead = !isType && moduleSpecifier && ts.isStringLiteral(moduleSpecifier)
  return isRead === true ? moduleSpecifier.text : undefined
}

it('an app without passwords loads none of their pages, mails and texts', () => {
  const loaded = loadedWith(new URL('core.ts', source))
  expect(loaded).toContain('pages/sign-in-page.ts')
  expect(loaded).toContain('pages/languages/en.ts')
  const pages = readdirSync(new URL('pages/', source)).filter((file) =>
    /^(?:add|change|find|new)-password|^password-(?!links)|^(?:address|mail-sent|verify-email)-page/.test(
      file,
    ),
  )
  expect(pages).toContain('password-languages')
  expect(pages).toContain('verify-email-page.ts')
  const isPassword = (path: string): boolean =>
    pages.some((name) => path.startsWith(`pages/${name}`))
  expect([...loaded].filter(isPassword)).toEqual([])
})

it('an app without second factors loads none of their pages, mails, texts and codes', () => {
  const loaded = loadedWith(new URL('core.ts', source))
  const pages = readdirSync(new URL('pages/', source)).filter((file) =>
    /factor|proof|prove|^recovery-codes-page|^format-date/.test(file),
  )
  expect(pages).toContain('factor-languages')
  expect(pages).toContain('second-factor-page.ts')
  const isFactor = (path: string): boolean =>
    path.startsWith('factors/') || pages.some((name) => path.startsWith(`pages/${name}`))
  expect([...loaded].filter(isFactor)).toEqual([])
})

it('an app without the account page loads none of its flows, pages, mails and texts', () => {
  const loaded = loadedWith(new URL('core.ts', source))
  const isAccount = (path: string): boolean =>
    path !== 'flows/account/load-flows.ts' &&
    /^flows\/account\/|^pages\/(?:account|delete-account|find-account|list-section)/.test(path)
  expect([...loaded].filter(isAccount)).toEqual([])
})
