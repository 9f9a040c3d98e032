import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

// Type-checks several projects as `tsc -p` would, in one process that reads each declaration file once.
// node compile-projects.mjs <package.json of TypeScript> <project>…

const [, , manifest = '', ...projects] = process.argv
/** @type {typeof import('typescript')} */
const ts = createRequire(manifest)(join(dirname(manifest), 'lib/typescript.js'))
const folder = process.cwd()
/** @type {Map<string, import('typescript').SourceFile | undefined>} */
const files = new Map()

/** @param {string} project */
function check(project) {
  const { config } = ts.readConfigFile(project, (path) => ts.sys.readFile(path))
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder)
  const host = ts.createCompilerHost(options)
  const read = host.getSourceFile.bind(host)
  host.getSourceFile = (name, target, ...rest) => {
    // The projects differ in no option that decides how a file is parsed and bound.
    const key = `${name} ${JSON.stringify(target)}`
    if (!files.has(key)) files.set(key, read(name, target, ...rest))
    return files.get(key)
  }
  const program = ts.createProgram(fileNames, options, host)
  return ts.formatDiagnostics(ts.getPreEmitDiagnostics(program), {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => folder,
    getNewLine: () => '\n',
  })
}

const outputs = Object.fromEntries(projects.map((project) => [project, check(project)]))
process.stdout.write(JSON.stringify({ version: ts.version, outputs }))
