#!/usr/bin/env node
import { listenForSignals } from './listen-for-signals.ts';

const isService = process.argv[2] === 'serve' && !process.argv.includes('--check');
const stopOnSignal = listenForSignals(isService);

const { env } = process;
const isTraced =
  isService &&
  Boolean(env['OTEL_EXPORTER_OTLP_ENDPOINT'] || env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']) &&
  env['OTEL_SDK_DISABLED']?.toLowerCase() !== 'true' &&
  env['OTEL_TRACES_EXPORTER'] !== 'none';

// Before all other modules, because the instrumentations change them while they are loaded.
const traces = isTraced ? await (await import('./observation/traces.ts')).startTraces(env) : undefined;
const { runCommandLine } = await import('./command-line.ts');

// Loading blocks the event loop. A signal that arrived meanwhile is handled within two turns, and should be handled before the
// command begins.
setImmediate(() => setImmediate(() => runCommandLine(stopOnSignal, traces)));
