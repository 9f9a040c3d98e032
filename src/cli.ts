#!/usr/bin/env node
import { runCommand } from './cli/run-command.js'
import { openTerminal } from './cli/terminal.js'

process.exitCode = await runCommand(process.argv.slice(2), process.cwd(), openTerminal(process))
