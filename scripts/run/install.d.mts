export declare const installArguments: string[];
export declare function installIfNeeded(root: string): void;
