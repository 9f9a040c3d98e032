import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runNode, type Folder } from './folder.js'

const home = 'src/routes/index.tsx'

/** What the published command `init` writes into the sources of an app of Qwik City. */
export async function initialise(
  folder: Folder,
  name: string,
  providers: string,
  ...options: readonly string[]
): Promise<Readonly<Record<string, string>>> {
  folder.write(name, {
    'package.json': JSON.stringify({ devDependencies: { '@builder.io/qwik-city': '*' } }),
    [home]: '',
  })
  const app = join(folder.path, name)
  const { code, output } = await runCommand(folder, name, [
    'init',
    '-y',
    '-p',
    providers,
    ...options,
  ])
  if (code !== 0) throw new Error(output)
  const entries = readdirSync(join(app, 'src'), { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((file) => join(file.parentPath, file.name).slice(app.length + 1))
    .filter((path) => path !== home)
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(app, path), 'utf8')]))
}

/** Runs the published command in a folder, without a terminal. */
export function runCommand(
  folder: Folder,
  under: string,
  args: readonly string[],
): ReturnType<typeof runNode> {
  const manifest = join(folder.path, 'node_modules/latchkey/package.json')
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'))
  const command = join(folder.path, 'node_modules/latchkey', bin.latchkey)
  return runNode([command, ...args], join(folder.path, under))
}
