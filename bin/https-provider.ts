// The process behind `sdk/https-provider`: prints what an https address holds, for shell scripts.

void import('./programs.ts').then(({ runHttpsProviderProcess }) => runHttpsProviderProcess());
