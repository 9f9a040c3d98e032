import type { Command } from '../command.js'

/** `npx latchkey doctor` */
export const doctorCommand: Command = {
  name: 'doctor',
  summary:
    'Checks the app in this folder, and calls its config function once, which may create tables. Exits with 1 if something is wrong.',
  options: [
    { name: 'online', summary: 'also asks the providers, and compares the clocks' },
    { name: 'json', summary: 'prints JSON in place of the table' },
  ],
  // Most commands do not need the engine.
  run: async (...args) => (await import('./run-doctor.js')).runDoctor(...args),
}
