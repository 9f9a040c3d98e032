#!/usr/bin/env node
import { runCommand } from './cli/run-command.js'
import { openTerminal } from './cli/terminal.js'

process.exitCode = await runCommand(process.argv.slice(2), process.cwd(), openTerminal(process))

// `doctor` loads the app, whose database connections would keep the process running.
setTimeout(() => process.exit(), 500).unref()
