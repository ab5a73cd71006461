#!/usr/bin/env node
import { startProgram } from './start-program.ts'

startProgram('ccc')
