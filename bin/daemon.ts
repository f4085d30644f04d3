// The process of the daemon: started by whoever first needs a server that is kept alive.

void import('./programs.ts').then(({ runDaemonProcess }) => runDaemonProcess());
