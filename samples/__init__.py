"""Sample programs; installed as ``aclnn_emu.samples``, where ``aclnn-emu demo`` finds them."""
