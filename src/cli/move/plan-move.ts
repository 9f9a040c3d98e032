import { join } from 'node:path'
import type { App } from '../find-app.js'
import { parseEnv } from '../parse-env.js'
import { readIfThere } from '../read-file.js'
import type { WriteStep } from '../step.js'
import { viteConfigs } from '../vite-config.js'
import { hasAuthJsInstance } from './action-hooks.js'
import { findBasePath } from './find-base-path.js'
import { findConcerns, findCookieLines } from './find-concerns.js'
import { findHookLines } from './find-left-hooks.js'
import { findUntrustedHost, setsHost } from './find-host.js'
import { findLeftCode, findLeftLines } from './find-leftovers.js'
import { findOldPackages } from './find-old-packages.js'
import { findTakenRoutes } from './find-taken-routes.js'
import { findVariables, type VariableOptions } from './find-variables.js'
import { isAuthJs } from './doors.js'
import { applyEdits, type Edit } from './edit.js'
import type { Finding } from './finding.js'
import { diffLines } from './line-diff.js'
import { parseDeployment } from './parse-deployment.js'
import { openModules, type FindModule } from './modules.js'
import { nodesOf, parseFile, type ParsedFile, type TypeScript } from './parsed-file.js'
import { rewriteCallbackUrls } from './rewrite-callback-urls.js'
import { rewriteConfig } from './rewrite-config.js'
import { rewriteDecode } from './rewrite-decode.js'
import { findMakers } from './hook-makers.js'
import { rewriteHooks } from './rewrite-hooks.js'
import { rewriteModules } from './rewrite-modules.js'
import { rewritePackage } from './rewrite-package.js'
import { rewriteVite } from './rewrite-vite.js'
import { listFiles } from './source-files.js'

/** What `move` would write, and what it leaves to the app's author. */
export interface MovePlan {
  readonly steps: readonly WriteStep[]
  readonly findings: readonly Finding[]
}

/** What decides how an app is moved. */
export interface MoveOptions {
  readonly typescript: TypeScript
  /** The version of Latchkey that goes into `package.json`. */
  readonly version: string
  /** The versions of other packages that Latchkey works with. */
  readonly peers: ReadonlyMap<string, string>
  /** Whether old and new servers will run side by side. */
  readonly isRolling: boolean
}

/** A file, and its text after the move. */
interface MovedFile {
  readonly file: ParsedFile
  readonly edits: readonly Edit[]
  readonly text: string
  readonly findings: readonly Finding[]
}

const code = /\.[cm]?[jt]sx?$/
const otherText =
  /\.(?:ya?ml|toml|conf|jsonc?|dockerfile)$|(?:^|\/)(?:Caddyfile|(?:Docker|Container)file[\w.-]*)$/
/** Routes may be written in Markdown. Elsewhere it is documentation. */
const markdown = /(?:^|\/)src\/.*\.mdx?$/
const lockFile = /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml)$/
const envFile = /^\.(?:env(?!.*example)(?:\.[\w.]+)?|dev\.vars)$/

/** Plans how an app with Auth.js becomes an app with Latchkey. */
export async function planMove(app: App, options: MoveOptions): Promise<MovePlan> {
  const { folder } = app
  const texts = await readAll(folder)
  const files = [...texts].flatMap(([path, text]) =>
    code.test(path) ? [parseFile(options.typescript, path, text)] : [],
  )
  const findModule = openModules(options.typescript, files, texts)
  const basePath = findBasePath(files, findModule)
  const moved = moveFiles(files, app, options, findModule)
  const isUsed = moved.some(({ file, text }) => file.text !== text) || hasAuthPackage(app)
  const around = isUsed ? planAround(texts, moved, basePath, options) : undefined
  const changed = new Map([
    ...moved.map(({ file, text }) => [file.path, text] as const),
    ...(around?.texts ?? []),
  ])
  return {
    steps: [...changed].flatMap(([path, text]) => toStep(path, texts.get(path), text)),
    findings: [
      ...moved.flatMap(({ findings }) => findings),
      ...findHosts(files, texts, options, findModule),
      ...(isUsed
        ? await findOldPackages(options.typescript, {
            folder,
            text: texts.get('package.json') ?? '{}',
            peers: options.peers,
          })
        : []),
      ...(around?.findings ?? []),
      ...(isUsed ? findTakenRoutes(texts.keys(), basePath) : []),
      ...[...texts].flatMap(([path, text]) =>
        findInText(path, text, { basePath, isRolling: options.isRolling }),
      ),
      ...findLeftovers(options.typescript, texts, moved, changed),
    ],
  }
}

/** The moving mode trusts the hosts that Auth.js trusts. */
function findHosts(
  files: readonly ParsedFile[],
  texts: ReadonlyMap<string, string>,
  { isRolling }: MoveOptions,
  findModule: FindModule,
): readonly Finding[] {
  const isSet = [...texts].some(
    ([path, text]) => !code.test(path) && !markdown.test(path) && setsHost(text),
  )
  return isRolling || isSet ? [] : files.flatMap((file) => findUntrustedHost(file, findModule))
}

async function readAll(folder: string): Promise<ReadonlyMap<string, string>> {
  const paths = (await listFiles(folder)).filter(
    (path) =>
      [code, otherText, markdown, envFile].some((one) => one.test(path)) && !lockFile.test(path),
  )
  const texts = await Promise.all(paths.map((path) => readIfThere(join(folder, path))))
  return new Map(paths.map((path, at) => [path, texts[at] ?? '']))
}

function moveFiles(
  files: readonly ParsedFile[],
  { framework }: App,
  { isRolling }: MoveOptions,
  findModule: FindModule,
): readonly MovedFile[] {
  const makers = findMakers(files, findModule)
  const hasActions = hasAuthJsInstance(files, findModule)
  const configs = new Map(files.map((file) => [file, rewriteConfig(file, isRolling, findModule)]))
  const configEdits = [...configs.values()].flatMap(({ edits }) => edits)
  return files.map((file) => {
    const modules = rewriteModules(file, framework.door)
    const urls = hasActions ? rewriteCallbackUrls(file) : { edits: [], findings: [] }
    const decode = rewriteDecode(file, findModule)
    const hooks = rewriteHooks(file, makers, findModule)
    const edits = [
      ...modules.edits,
      ...decode.edits,
      ...withoutRepeats(configEdits.filter(({ path }) => path === file.path)),
      ...urls.edits,
      ...hooks.edits,
    ]
    return {
      file,
      edits,
      text: applyEdits(file.text, edits),
      findings: [
        ...modules.findings,
        ...decode.findings,
        ...hooks.findings,
        ...(configs.get(file)?.findings ?? []),
        ...urls.findings,
        ...findConcerns(file, findModule, isRolling),
      ],
    }
  })
}

/** Two calls can share a config. */
function withoutRepeats(edits: readonly Edit[]): readonly Edit[] {
  return [...new Map(edits.map((edit) => [`${edit.start} ${edit.end}`, edit])).values()]
}

function hasAuthPackage({ packages }: App): boolean {
  return ['@auth/qwik', '@builder.io/qwik-auth'].some((name) => packages.has(name))
}

interface Around {
  readonly texts: ReadonlyMap<string, string>
  readonly findings: readonly Finding[]
}

/** Plans `package.json` and the Vite config. */
function planAround(
  texts: ReadonlyMap<string, string>,
  moved: readonly MovedFile[],
  basePath: string,
  { typescript, version, peers }: MoveOptions,
): Around {
  const kept = new Set(moved.flatMap((one) => packagesLeft(typescript, one)))
  const manifest = texts.get('package.json') ?? '{}'
  const written = new Map([
    ['package.json', rewritePackage(typescript, manifest, { version, peers, kept })],
  ])
  const path = viteConfigs.find((name) => texts.has(name)) ?? 'vite.config.ts'
  const before = moved.find(({ file }) => file.path === path)?.text ?? ''
  const vite = rewriteVite(typescript, { path, before, basePath, kept })
  if (vite === undefined) return { texts: written, findings: [noPlugin(path, basePath)] }
  return { texts: written.set(path, vite), findings: [] }
}

function noPlugin(path: string, basePath: string): Finding {
  const options = basePath === '/auth' ? '' : `{ basePath: '${basePath}' }`
  return {
    path,
    line: 1,
    problem: 'move found no list of plugins here, or several.',
    cure: `Add latchkey(${options}) from "latchkey/vite" before qwikVite(). It keeps the config function out of the browser.`,
  }
}

function packagesLeft(typescript: TypeScript, { file, text }: MovedFile): readonly string[] {
  if (viteConfigs.includes(file.path)) return []
  const rest = parseFile(typescript, file.path, text)
  return nodesOf(rest)
    .filter(typescript.isStringLiteralLike)
    .filter((literal) => isAuthJs(literal.text))
    .map((literal) => /^(?:@[^/]+\/)?[^/]+/.exec(literal.text)?.[0] ?? '')
}

function toStep(path: string, before: string | undefined, text: string): readonly WriteStep[] {
  if (before === undefined || before === text) return []
  return [{ kind: 'write', path, before, text, diff: diffLines(before, text), isPrivate: false }]
}

function findInText(path: string, text: string, options: VariableOptions): readonly Finding[] {
  if (envFile.test(path)) return findVariables(path, text, parseEnv(text), options)
  if (code.test(path)) return []
  const cookies = findCookieLines(path, text, options.isRolling)
  if (markdown.test(path)) return [...cookies, ...findHookLines(path, text)]
  const variables = findVariables(path, text, parseDeployment(text), options)
  return [...cookies, ...variables]
}

/** Lists what still names Auth.js when the move is written. */
function findLeftovers(
  typescript: TypeScript,
  texts: ReadonlyMap<string, string>,
  moved: readonly MovedFile[],
  changed: ReadonlyMap<string, string>,
): readonly Finding[] {
  const inCode = moved.flatMap(({ file, edits, text, findings }) => {
    const after = changed.get(file.path) ?? text
    // The Vite config is edited as a text, so it is searched as it will be.
    if (after !== text) return findLeftCode(parseFile(typescript, file.path, after), [], new Set())
    const own = findings.filter(({ path }) => path === file.path)
    return findLeftCode(file, edits, new Set(own.map(({ line }) => line)))
  })
  const paths = [...texts.keys()].filter((path) => !code.test(path) && !envFile.test(path))
  const inTexts = paths.flatMap((path) =>
    findLeftLines(path, changed.get(path) ?? texts.get(path) ?? ''),
  )
  return [...inCode, ...inTexts]
}
