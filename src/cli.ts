#!/usr/bin/env node
import { runCommand } from './cli/run-command.js'
import { openTerminal } from './cli/terminal.js'

// A command writes to the terminal. What the tools of an app write to the standard output, some of
// them a second later, would spoil the JSON of `doctor --json`.
for (const name of ['log', 'info', 'debug'] as const) console[name] = () => {}

process.exitCode = await runCommand(process.argv.slice(2), process.cwd(), openTerminal(process))

// `doctor` loads the app, whose database connections would keep the process running. What the app does
// meanwhile must not be printed, because it may contain secrets.
for (const name of ['warn', 'error'] as const) console[name] = () => {}
for (const event of ['unhandledRejection', 'uncaughtException']) process.on(event, () => {})
setTimeout(() => process.exit(), 500).unref()
