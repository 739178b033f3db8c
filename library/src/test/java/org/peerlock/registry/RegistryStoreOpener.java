package org.peerlock.registry;

/** Opens a registry that others may have open, too, in this process and in others. Has a constructor without parameters. */
public interface RegistryStoreOpener {

    RegistryStore open(String address) throws Exception;
}
