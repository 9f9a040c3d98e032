/** The commands of the first hour, as the README and the guide tell them, in their order. */
export const firstHour = [
  'npm install latchkey',
  'npx latchkey init',
  'npm install kysely libsql',
  'npm run dev',
  'the variables of your providers in `.env`',
  '`requireSession(event)`',
  'npx latchkey doctor',
  'npm run qwik add express',
  'npm run build',
  'npm run serve',
]
