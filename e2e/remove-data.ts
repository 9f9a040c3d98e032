import { rmSync } from 'node:fs'

/** Removes the databases of a run. */
export default function removeData(): void {
  const folder = process.env['LATCHKEY_DATA']
  if (folder) rmSync(folder, { recursive: true, force: true })
}
